package io.metasched.resource.broker;

import org.jspecify.annotations.Nullable;

/**
 * Tick at which the load of a node may change, as a node of an immutable search tree over such
 * ticks. Steps of the load and of the number of tasks are stored, not their levels. A task changes
 * two points, and the highest level in a subtree follows from the sums of steps in it.
 *
 * <p>The tree is a treap whose priorities are a hash of the ticks: its shape depends on the set of
 * ticks alone. A change copies the path to its tick, so that a tree needs no copy to be kept
 * unchanged. Changes and queries cost O(log n), expected, for n ticks.
 *
 * <p>Source: Seidel and Aragon, Randomized Search Trees, Algorithmica 16, 1996; path copying:
 * Driscoll, Sarnak, Sleator and Tarjan, Making Data Structures Persistent, JCSS 38, 1989.
 */
final class ChangePoint {
  final long tick;
  final int loadStep;
  final int taskStep;
  final int ends; // number of tasks that begin or end here
  final @Nullable ChangePoint left;
  final @Nullable ChangePoint right;
  final int loadHere; // sum of the steps at this point and before it, within its subtree
  final int taskHere;
  final int loadSum; // sum of all steps within its subtree
  final int taskSum;
  final int loadPeak; // highest level within its subtree, relative to the level before the subtree
  final int taskPeak;

  private ChangePoint(
      long tick,
      int loadStep,
      int taskStep,
      int ends,
      @Nullable ChangePoint left,
      @Nullable ChangePoint right) {
    this.tick = tick;
    this.loadStep = loadStep;
    this.taskStep = taskStep;
    this.ends = ends;
    this.left = left;
    this.right = right;
    loadHere = (left == null ? 0 : left.loadSum) + loadStep;
    taskHere = (left == null ? 0 : left.taskSum) + taskStep;
    int highestLoad = left == null ? loadHere : Math.max(left.loadPeak, loadHere);
    int highestTasks = left == null ? taskHere : Math.max(left.taskPeak, taskHere);
    if (right == null) {
      loadSum = loadHere;
      taskSum = taskHere;
      loadPeak = highestLoad;
      taskPeak = highestTasks;
    } else {
      loadSum = loadHere + right.loadSum;
      taskSum = taskHere + right.taskSum;
      loadPeak = Math.max(highestLoad, loadHere + right.loadPeak);
      taskPeak = Math.max(highestTasks, taskHere + right.taskPeak);
    }
  }

  /** Returns a copy of this point with other subtrees. */
  private ChangePoint over(@Nullable ChangePoint newLeft, @Nullable ChangePoint newRight) {
    return new ChangePoint(tick, loadStep, taskStep, ends, newLeft, newRight);
  }

  /**
   * Returns the tree with further steps at a tick. The point is removed if no task begins or ends
   * at its tick.
   */
  static @Nullable ChangePoint change(
      @Nullable ChangePoint root, long tick, int load, int tasks, int ends) {
    if (root == null) {
      return new ChangePoint(tick, load, tasks, ends, null, null);
    } else if (tick < root.tick) {
      var left = change(root.left, tick, load, tasks, ends);
      return left != null && left.isAbove(root)
          ? left.over(left.left, root.over(left.right, root.right))
          : root.over(left, root.right);
    } else if (tick > root.tick) {
      var right = change(root.right, tick, load, tasks, ends);
      return right != null && right.isAbove(root)
          ? right.over(root.over(root.left, right.left), right.right)
          : root.over(root.left, right);
    } else if (root.ends + ends == 0) {
      return join(root.left, root.right);
    }
    return new ChangePoint(
        tick, root.loadStep + load, root.taskStep + tasks, root.ends + ends, root.left, root.right);
  }

  /** Joins two trees; all ticks of the first tree are before all ticks of the second. */
  private static @Nullable ChangePoint join(@Nullable ChangePoint a, @Nullable ChangePoint b) {
    if (a == null) {
      return b;
    } else if (b == null) {
      return a;
    }
    return a.isAbove(b) ? a.over(a.left, join(a.right, b)) : b.over(join(a, b.left), b.right);
  }

  /** Returns whether this point has the higher priority; priorities of different ticks differ. */
  private boolean isAbove(ChangePoint other) {
    return priority(tick) > priority(other.tick);
  }

  /** Applies the finalizer of SplitMix64, which is injective. */
  private static long priority(long tick) {
    long mixed = tick + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
