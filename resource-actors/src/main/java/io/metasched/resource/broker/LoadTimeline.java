package io.metasched.resource.broker;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Load and number of tasks of one node over time, as an immutable value: a change creates a copy
 * that shares most of the tree. Without tasks, the timeline is one interval [0, infinite).
 *
 * <p>Source: the broker-agent paper, section 3.7, where the timeline is the row of one resource in
 * the dynamic table. The paper keeps a sorted vector of intervals; here peaks and changes cost
 * O(log n) for n intervals.
 */
public final class LoadTimeline {
  /** Timeline without tasks. */
  public static final LoadTimeline EMPTY = new LoadTimeline(null);

  private final @Nullable ChangePoint root;

  private LoadTimeline(@Nullable ChangePoint root) {
    this.root = root;
  }

  /** Returns a copy with one more task of this load over a span. */
  public LoadTimeline with(Span span, int load) {
    return changed(span, load, 1);
  }

  /** Returns a copy without a task of exactly this load and span, which must exist. */
  public LoadTimeline without(Span span, int load) {
    return changed(span, -load, -1);
  }

  private LoadTimeline changed(Span span, int load, int tasks) {
    var begun = ChangePoint.change(root, span.start(), load, tasks, tasks);
    return new LoadTimeline(ChangePoint.change(begun, span.end(), -load, -tasks, tasks));
  }

  /** Returns the load at a tick. */
  public int loadAt(long tick) {
    int load = 0;
    var point = root;
    while (point != null) {
      if (tick < point.tick) {
        point = point.left;
      } else {
        load += point.loadHere;
        point = point.right;
      }
    }
    return load;
  }

  /** Returns the highest load and the highest number of tasks within a span. */
  public LoadPeak peak(Span span) {
    int load = 0;
    int tasks = 0;
    var point = root;
    while (point != null) { // computes the levels at the start
      if (span.start() < point.tick) {
        point = point.left;
      } else {
        load += point.loadHere;
        tasks += point.taskHere;
        point = point.right;
      }
    }
    return peak(root, span.start(), span.end(), 0, 0, new LoadPeak(load, tasks));
  }

  /**
   * Returns the maximum of a peak and of the levels at the points strictly between two ticks.
   *
   * @param load load before the first point of the tree
   * @param tasks number of tasks before the first point of the tree
   */
  private static LoadPeak peak(
      @Nullable ChangePoint point, long after, long before, int load, int tasks, LoadPeak peak) {
    if (point == null) {
      return peak;
    } else if (after == Long.MIN_VALUE && before == Long.MAX_VALUE) {
      return peak.and(load + point.loadPeak, tasks + point.taskPeak);
    } else if (point.tick >= before) {
      return peak(point.left, after, before, load, tasks, peak);
    }
    int loadHere = load + point.loadHere;
    int tasksHere = tasks + point.taskHere;
    if (point.tick <= after) {
      return peak(point.right, after, before, loadHere, tasksHere, peak);
    }
    // in each subtree, only one of the two limits can exclude points; the other is dropped
    var left = peak(point.left, after, Long.MAX_VALUE, load, tasks, peak);
    return peak(
        point.right, Long.MIN_VALUE, before, loadHere, tasksHere, left.and(loadHere, tasksHere));
  }

  /** Returns the intervals, ascending; the last interval has no end. Cost: O(n). */
  public List<LoadInterval> intervals() {
    var points = new ArrayList<ChangePoint>();
    collect(root, points);
    var intervals = new ArrayList<LoadInterval>(points.size() + 1);
    long start = 0;
    int load = 0;
    int tasks = 0;
    for (var point : points) {
      if (point.tick > start) {
        intervals.add(new LoadInterval(start, point.tick, load, tasks));
      }
      start = point.tick;
      load += point.loadStep;
      tasks += point.taskStep;
    }
    intervals.add(new LoadInterval(start, LoadInterval.INFINITE, load, tasks));
    return intervals;
  }

  private static void collect(@Nullable ChangePoint point, List<ChangePoint> points) {
    if (point != null) {
      collect(point.left, points);
      points.add(point);
      collect(point.right, points);
    }
  }
}
