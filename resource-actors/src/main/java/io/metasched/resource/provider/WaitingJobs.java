package io.metasched.resource.provider;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that wait, in an order, with an index over it that finds the next job that is small or short
 * enough.
 *
 * <p>A treap whose nodes know the least size and the least limit below them; the priorities are
 * hashes of the job numbers, so that equal queues have equal shapes. Cost: O(log n) expected for
 * {@link #add}, {@link #remove} and {@link #next}; {@link #nextBackfill} is O(log n) where its two
 * conditions are met by the same jobs, and looks at more nodes where a subtree has small and short
 * jobs but none that is both.
 */
final class WaitingJobs {
  private static final class Node {
    final BatchJob job;
    final int priority;
    @Nullable Node left;
    @Nullable Node right;
    int leastProcessors;
    long leastLimit;

    Node(BatchJob job) {
      this.job = job;
      priority = scattered(job.number());
      update();
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

  /** What a job must meet to be backfilled; the whole subtree is passed over where none can. */
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
  private @Nullable Node root;
  private int size;

  WaitingJobs(Comparator<BatchJob> order) {
    this.order = order;
  }

  /** The finalizer of MurmurHash3 (A. Appleby): neighbouring numbers get unrelated priorities. */
  private static int scattered(int number) {
    int h = number;
    h = (h ^ (h >>> 16)) * 0x85ebca6b;
    h = (h ^ (h >>> 13)) * 0xc2b2ae35;
    return h ^ (h >>> 16);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(BatchJob job) {
    root = inserted(root, new Node(job));
    size++;
  }

  private Node inserted(@Nullable Node at, Node node) {
    if (at == null) {
      return node;
    }
    if (node.priority > at.priority) {
      split(at, node);
      node.update();
      return node;
    }
    if (order.compare(node.job, at.job) < 0) {
      at.left = inserted(at.left, node);
    } else {
      at.right = inserted(at.right, node);
    }
    at.update();
    return at;
  }

  /** Hangs what lies before and behind the node below it. */
  private void split(@Nullable Node tree, Node around) {
    if (tree == null) {
      around.left = null;
      around.right = null;
    } else if (order.compare(tree.job, around.job) < 0) {
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
   * Takes a job out.
   *
   * @throws IllegalArgumentException when it does not wait
   */
  void remove(BatchJob job) {
    root = without(root, job);
    size--;
  }

  private @Nullable Node without(@Nullable Node at, BatchJob job) {
    if (at == null) {
      throw new IllegalArgumentException("job %d does not wait".formatted(job.number()));
    }
    int side = order.compare(job, at.job);
    if (side == 0) {
      return merged(at.left, at.right);
    }
    if (side < 0) {
      at.left = without(at.left, job);
    } else {
      at.right = without(at.right, job);
    }
    at.update();
    return at;
  }

  private static @Nullable Node merged(@Nullable Node left, @Nullable Node right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    if (left.priority > right.priority) {
      left.right = merged(left.right, right);
      left.update();
      return left;
    }
    right.left = merged(left, right.left);
    right.update();
    return right;
  }

  /** The first job of all. */
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
   * The first job behind another that fits into some processors.
   *
   * @param after where to begin: behind this job, which need not wait any more; at the head if null
   */
  @Nullable BatchJob next(@Nullable BatchJob after, int free) {
    return nextBackfill(after, free, free, 0);
  }

  /**
   * The first job behind another that fits into {@code free} processors and either ends by its
   * limit within {@code shadowTicks} or needs at most {@code extra} processors.
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
