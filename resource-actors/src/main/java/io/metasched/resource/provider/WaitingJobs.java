package io.metasched.resource.provider;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Ordered queue of waiting jobs with an index that finds the next job that is small or short
 * enough.
 *
 * <p>A treap whose nodes have the minimum size and the minimum limit of their subtrees. The
 * priorities are hashes of the job numbers, so that equal queues have equal shapes. Cost: O(log n)
 * expected for {@link #add}, {@link #remove} and {@link #next}. {@link #nextBackfill} is O(log n)
 * if the same jobs meet both conditions; it visits more nodes if a subtree has small jobs and short
 * jobs but no job that is both.
 */
final class WaitingJobs {
  private static final class Node {
    final BatchJob job;
    final int priority;
    final Object owner; // token of the queue that may write to the node
    @Nullable Node left;
    @Nullable Node right;
    int leastProcessors;
    long leastLimit;

    Node(BatchJob job, Object owner) {
      this.job = job;
      this.owner = owner;
      priority = scattered(job.number());
      update();
    }

    /**
     * Returns the node itself if it belongs to {@code writer}, otherwise a copy that belongs to
     * {@code writer}.
     */
    Node of(Object writer) {
      if (owner == writer) {
        return this;
      }
      var copy = new Node(job, writer);
      copy.left = left;
      copy.right = right;
      copy.leastProcessors = leastProcessors;
      copy.leastLimit = leastLimit;
      return copy;
    }

    void update() {
      leastProcessors = job.processors();
      leastLimit = job.limitTicks();
      include(left);
      include(right);
    }

    private void include(@Nullable Node child) {
      if (child != null) {
        leastProcessors = Math.min(leastProcessors, child.leastProcessors);
        leastLimit = Math.min(leastLimit, child.leastLimit);
      }
    }
  }

  /** Conditions for a job to be backfilled. A subtree in which no job can meet them is skipped. */
  private record Gap(int free, int extra, long shadowTicks) {
    boolean mayHoldOne(Node node) {
      return node.leastProcessors <= free
          && (node.leastProcessors <= extra || node.leastLimit <= shadowTicks);
    }

    boolean takes(BatchJob job) {
      return job.processors() <= free
          && (job.processors() <= extra || job.limitTicks() <= shadowTicks);
    }
  }

  private final Comparator<BatchJob> order;
  private Object owner = new Object();
  private @Nullable Node root;
  private int size;

  WaitingJobs(Comparator<BatchJob> order) {
    this.order = order;
  }

  /**
   * Returns an independent copy. Cost: O(1); later, each node is copied once, when either queue
   * first changes it.
   */
  WaitingJobs copy() {
    owner = new Object();
    var copy = new WaitingJobs(order);
    copy.root = root;
    copy.size = size;
    return copy;
  }

  /**
   * Applies the finalizer of MurmurHash3 (A. Appleby), so that neighbouring numbers get unrelated
   * priorities.
   */
  private static int scattered(int number) {
    int h = number;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }

  int size() {
    return size;
  }

  void add(BatchJob job) {
    root = inserted(root, new Node(job, owner));
    size++;
  }

  private Node inserted(@Nullable Node tree, Node node) {
    if (tree == null) {
      return node;
    }
    if (node.priority > tree.priority) {
      split(tree, node);
      node.update();
      return node;
    }
    var at = tree.of(owner);
    if (order.compare(node.job, at.job) < 0) {
      at.left = inserted(at.left, node);
    } else {
      at.right = inserted(at.right, node);
    }
    at.update();
    return at;
  }

  /**
   * Splits {@code whole} at a node, and attaches the earlier and the later jobs as its subtrees.
   */
  private void split(@Nullable Node whole, Node around) {
    if (whole == null) {
      around.left = null;
      around.right = null;
      return;
    }
    var tree = whole.of(owner);
    if (order.compare(tree.job, around.job) < 0) {
      split(tree.right, around);
      tree.right = around.left;
      tree.update();
      around.left = tree;
    } else {
      split(tree.left, around);
      tree.left = around.right;
      tree.update();
      around.right = tree;
    }
  }

  /**
   * Removes a job.
   *
   * @throws IllegalArgumentException if the job is not in the queue
   */
  void remove(BatchJob job) {
    root = without(root, job);
    size--;
  }

  private @Nullable Node without(@Nullable Node tree, BatchJob job) {
    if (tree == null) {
      throw new IllegalArgumentException("job %d is not waiting".formatted(job.number()));
    }
    int side = order.compare(job, tree.job);
    if (side == 0) {
      return merged(tree.left, tree.right);
    }
    var at = tree.of(owner);
    if (side < 0) {
      at.left = without(at.left, job);
    } else {
      at.right = without(at.right, job);
    }
    at.update();
    return at;
  }

  private @Nullable Node merged(@Nullable Node left, @Nullable Node right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    if (left.priority > right.priority) {
      var top = left.of(owner);
      top.right = merged(top.right, right);
      top.update();
      return top;
    }
    var top = right.of(owner);
    top.left = merged(left, top.left);
    top.update();
    return top;
  }

  /** Returns the first job of the queue. */
  @Nullable BatchJob first() {
    if (root == null) {
      return null;
    }
    var at = root;
    while (at.left != null) {
      at = at.left;
    }
    return at.job;
  }

  /**
   * Returns the first job after {@code after} that fits into {@code free} processors.
   *
   * @param after job after which the search begins, which may no longer be waiting; null for the
   *     head
   */
  @Nullable BatchJob next(@Nullable BatchJob after, int free) {
    return nextBackfill(after, free, free, 0);
  }

  /**
   * Returns the first job after {@code after} that fits into {@code free} processors and either
   * ends by its limit within {@code shadowTicks} or needs at most {@code extra} processors.
   */
  @Nullable BatchJob nextBackfill(@Nullable BatchJob after, int free, int extra, long shadowTicks) {
    return first(root, after, new Gap(free, extra, shadowTicks));
  }

  private @Nullable BatchJob first(@Nullable Node at, @Nullable BatchJob after, Gap gap) {
    if (at == null || !gap.mayHoldOne(at)) {
      return null;
    }
    if (after != null && order.compare(at.job, after) <= 0) {
      return first(at.right, after, gap);
    }
    var before = first(at.left, after, gap);
    if (before != null) {
      return before;
    }
    return gap.takes(at.job) ? at.job : first(at.right, null, gap);
  }
}
