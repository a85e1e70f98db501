/*
 * Ricart-Agrawala mutual exclusion for N nodes (1 to 4) that each make one wish: the reference for our own checker.
 *
 * The states of this model correspond one to one to the states of ours, and so do the transitions, except that SPIN
 * counts the entry into the initial state as a transition. Each handler is one d_step, so there are no intermediate
 * states; the system is one process that never leaves its do-loop, so its control state tells no states apart.
 *
 *   phase_i, clock_i, stamp_i   the phase of node i, the highest stamp it issued or saw, and the stamp of its wish (0
 *                               when idle).
 *   missing_i, deferred_i       sets of peers, as masks with bit j for node j.
 *   used_i                      whether node i has made its one wish.
 *   request_i                   requests of node i in flight: the stamp, in three bits per receiver, 0 for none.
 *   reply_i                     replies of node i in flight, as a mask of the receivers.
 *
 * The network is a multiset of messages without order. As a node wishes once, a link carries at most one request and
 * at most one reply at any time, so a stamp and a bit per link describe that multiset exactly.
 *
 *   spin -a -DN=4 -DTIE=1 ricart-agrawala.pml
 *   gcc -O2 -DNOREDUCE -DSAFETY -o pan pan.c
 *   ./pan -m1000 -w21
 *
 * TIE=0 drops the tie-break by identity, so two nodes with equal stamps answer each other and the assertion fails.
 * The variables are scalars whose names are pasted together because SPIN packs scalars into bits, but not arrays.
 */

#ifndef N
#error "Give the number of nodes, such as -DN=4."
#endif
#ifndef TIE
#error "Give -DTIE=1 for the tie-break by identity or -DTIE=0 for none."
#endif
#if N < 1 || N > 4
#error "The widths of the variables hold for one to four nodes."
#endif

#define IDLE 0
#define WANTED 1
#define HELD 2

#define BIT(j) (1 << (j))
#define OTHERS(i) (((1 << N) - 1) & ~BIT(i))

/* One stamp takes the three bits from 3 * j on; LINKS has a one in the place of each receiver other than i. */
#define PLACE(j) (7 << (3 * (j)))
#define LINKS(i) ((((1 << (3 * N)) - 1) / 7) & ~PLACE(i))
#define SENT(j, i) ((request_##j >> (3 * (i))) & 7)

#if TIE
#define OURS_FIRST(i, j) (stamp_##i < SENT(j, i) || (stamp_##i == SENT(j, i) && i < j))
#else
#define OURS_FIRST(i, j) (stamp_##i < SENT(j, i))
#endif

#if N == 1
#define EACH(M) M(0)
#define PAIRS(M)
#elif N == 2
#define EACH(M) M(0) M(1)
#define PAIRS(M) M(0, 1) M(1, 0)
#elif N == 3
#define EACH(M) M(0) M(1) M(2)
#define PAIRS(M) M(0, 1) M(0, 2) M(1, 0) M(1, 2) M(2, 0) M(2, 1)
#else
#define EACH(M) M(0) M(1) M(2) M(3)
#define PAIRS(M) M(0, 1) M(0, 2) M(0, 3) M(1, 0) M(1, 2) M(1, 3) M(2, 0) M(2, 1) M(2, 3) M(3, 0) M(3, 1) M(3, 2)
#endif

#define NODE(i) \
  unsigned phase_##i : 2; \
  unsigned clock_##i : 3; \
  unsigned stamp_##i : 3; \
  unsigned missing_##i : 4; \
  unsigned deferred_##i : 4; \
  unsigned request_##i : 12; \
  unsigned reply_##i : 4; \
  bit used_##i;

#define ACQUIRE(i) \
  :: d_step { \
    phase_##i == IDLE && !used_##i -> \
    used_##i = 1; \
    clock_##i = clock_##i + 1; \
    stamp_##i = clock_##i; \
    phase_##i = (N == 1 -> HELD : WANTED); \
    missing_##i = OTHERS(i); \
    request_##i = stamp_##i * LINKS(i) \
  }

#define RELEASE(i) \
  :: d_step { \
    phase_##i == HELD -> \
    phase_##i = IDLE; \
    stamp_##i = 0; \
    reply_##i = reply_##i | deferred_##i; \
    deferred_##i = 0 \
  }

/* The request leaves the network last because the statements before read its stamp there. */
#define DELIVER_REQUEST(i, j) \
  :: d_step { \
    SENT(j, i) != 0 -> \
    if \
    :: phase_##i != IDLE && OURS_FIRST(i, j) -> deferred_##i = deferred_##i | BIT(j) \
    :: else -> reply_##i = reply_##i | BIT(j) \
    fi; \
    clock_##i = (clock_##i < SENT(j, i) -> SENT(j, i) : clock_##i); \
    request_##j = request_##j & ~PLACE(i) \
  }

/* A node becomes a second holder only by entering, so it is enough to look here. */
#define NOT_HELD(i) && phase_##i != HELD
#define DELIVER_REPLY(i, j) \
  :: d_step { \
    (reply_##j & BIT(i)) != 0 -> \
    reply_##j = reply_##j & ~BIT(i); \
    missing_##i = missing_##i & ~BIT(j); \
    if \
    :: missing_##i == 0 -> \
      assert(true EACH(NOT_HELD)); \
      phase_##i = HELD \
    :: else \
    fi \
  }

EACH(NODE)

active proctype system() {
  /* All wishes served is a legitimate end, which the label tells SPIN. */
end:
  do
  EACH(ACQUIRE)
  EACH(RELEASE)
  PAIRS(DELIVER_REQUEST)
  PAIRS(DELIVER_REPLY)
  od
}
