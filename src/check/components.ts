/** A directed graph on nodes 0..count-1: calls `visit` for each successor of a node. */
export type Graph = Readonly<{ count: number; successors(node: number): readonly number[] }>;

/**
 * The strongly connected components that contain a cycle (Tarjan's algorithm, without recursion). Yields each as soon as
 * it is closed; a node alone counts if it leads to itself.
 */
export function* cyclicComponents(graph: Graph, has: (node: number) => boolean): Generator<readonly number[]> {
  const index = new Int32Array(graph.count); // 0: not visited
  const low = new Int32Array(graph.count);
  const onStack = new Uint8Array(graph.count);
  const stack: number[] = [];
  let counter = 0;
  for (let root = 0; root < graph.count; root++) {
    if (index[root] !== 0 || !has(root)) continue;
    const path: { node: number; edges: readonly number[]; at: number }[] = [];
    const enter = (node: number) => {
      index[node] = low[node] = ++counter;
      stack.push(node);
      onStack[node] = 1;
      path.push({ node, edges: graph.successors(node), at: 0 });
    };
    enter(root);
    while (path.length > 0) {
      const top = path[path.length - 1];
      if (top.at < top.edges.length) {
        const next = top.edges[top.at++];
        if (index[next] === 0) enter(next);
        else if (onStack[next]) low[top.node] = Math.min(low[top.node], index[next]);
        continue;
      }
      path.pop();
      if (path.length > 0) {
        const below = path[path.length - 1].node;
        low[below] = Math.min(low[below], low[top.node]);
      }
      if (low[top.node] !== index[top.node]) continue;
      const component: number[] = [];
      let node: number;
      do {
        node = stack.pop() as number;
        onStack[node] = 0;
        component.push(node);
      } while (node !== top.node);
      if (component.length > 1 || top.edges.includes(top.node)) yield component;
    }
  }
}
