/** A directed graph on nodes 0..count-1, of which only those that `has` accepts count. */
export type Graph = Readonly<{
  count: number;
  has(node: number): boolean;
  successors(node: number): readonly number[];
}>;

/**
 * The strongly connected components that contain a cycle (Tarjan's algorithm, without recursion). Yields each as soon
 * as it is closed, and null now and then in between; a node alone counts if it leads to itself.
 */
export function* cyclicComponents({ count, has, successors }: Graph): Generator<readonly number[] | null> {
  const index = new Int32Array(count); // 0: not visited
  const low = new Int32Array(count);
  const onStack = new Uint8Array(count);
  const stack: number[] = [];
  let counter = 0;
  for (let root = 0; root < count; root++) {
    if (index[root] !== 0 || !has(root)) continue;
    const path: { node: number; edges: readonly number[]; at: number }[] = [];
    const enter = (node: number) => {
      index[node] = low[node] = ++counter;
      stack.push(node);
      onStack[node] = 1;
      path.push({ node, edges: successors(node), at: 0 });
    };
    enter(root);
    while (path.length > 0) {
      const top = path[path.length - 1];
      if (top.at < top.edges.length) {
        const next = top.edges[top.at++];
        if (index[next] === 0) {
          enter(next);
          if (counter % 1024 === 0) yield null;
        } else if (onStack[next]) low[top.node] = Math.min(low[top.node], index[next]);
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
