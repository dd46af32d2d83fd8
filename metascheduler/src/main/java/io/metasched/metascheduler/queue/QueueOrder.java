package io.metasched.metascheduler.queue;

import io.metasched.metascheduler.model.EnumLabel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** Order in which a cycle considers waiting jobs. */
public enum QueueOrder {
  /** Order of submission. */
  FIFO,
  /** Jobs with a higher priority first, then the order of submission. */
  PRIORITY,
  /**
   * Next job of the user with the least use, where each job already in the order counts as used;
   * the jobs of a user by priority, then in order of submission.
   */
  FAIR_SHARE;

  private static final Comparator<Waiting> BY_PRIORITY =
      Comparator.comparingInt((Waiting job) -> -job.priority()).thenComparingLong(Waiting::number);

  /**
   * Waiting job.
   *
   * @param number number in order of submission
   * @param priority priority of the user; 0 is usual
   * @param costMilli expected cost, in 1/1000
   */
  public record Waiting(long number, int user, int priority, long costMilli) {}

  /** Returns the external name. */
  public String label() {
    return EnumLabel.of(this);
  }

  /**
   * Returns jobs in this order.
   *
   * @param used recent use by user, in 1/1000
   */
  public List<Waiting> sorted(List<Waiting> jobs, IntToLongFunction used) {
    return switch (this) {
      case FIFO -> jobs.stream().sorted(Comparator.comparingLong(Waiting::number)).toList();
      case PRIORITY -> jobs.stream().sorted(BY_PRIORITY).toList();
      case FAIR_SHARE -> shared(jobs, used);
    };
  }

  private record Share(long used, int user) {}

  private static List<Waiting> shared(List<Waiting> jobs, IntToLongFunction used) {
    var queues = new TreeMap<Integer, ArrayDeque<Waiting>>();
    for (var job : jobs.stream().sorted(BY_PRIORITY).toList()) {
      queues.computeIfAbsent(job.user(), user -> new ArrayDeque<>()).add(job);
    }
    var next =
        new PriorityQueue<>(Comparator.comparingLong(Share::used).thenComparingInt(Share::user));
    queues.keySet().forEach(user -> next.add(new Share(used.applyAsLong(user), user)));
    var sorted = new ArrayList<Waiting>();
    for (var least = next.poll(); least != null; least = next.poll()) {
      var queue = Objects.requireNonNull(queues.get(least.user()));
      var job = queue.remove();
      sorted.add(job);
      if (!queue.isEmpty()) {
        next.add(new Share(saturatedSum(least.used(), job.costMilli()), least.user()));
      }
    }
    return sorted;
  }

  /** Returns the sum of two amounts that are not negative, or the largest number. */
  private static long saturatedSum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }
}
