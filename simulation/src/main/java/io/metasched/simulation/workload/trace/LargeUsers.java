package io.metasched.simulation.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Users whose numbers are above 2147483647, such as 4294967294. Each gets the largest number that
 * no other user of the log has, after all jobs are known.
 *
 * <p>Cost: O(log n) for each job of such a user of n; no cost if there are no such users.
 */
final class LargeUsers {
  private static final int UNKNOWN = -1;
  private static final int MOST_NAMED = 10;

  private final TreeMap<Long, Integer> present = new TreeMap<>(); // below UNKNOWN, until settled
  private final TreeMap<Long, Integer> settled = new TreeMap<>();

  /**
   * Returns the number of a user; a preliminary number below -1 if the user's own number is too
   * large.
   */
  int number(long user) {
    return user <= Integer.MAX_VALUE
        ? (int) Math.max(UNKNOWN, user)
        : present.computeIfAbsent(user, each -> Integer.MIN_VALUE + present.size());
  }

  /** Returns the jobs with free numbers instead of preliminary numbers. */
  List<TraceJob> settled(List<TraceJob> jobs) {
    if (present.isEmpty()) {
      return jobs;
    }
    var used = new TreeSet<Integer>();
    jobs.forEach(job -> used.add(job.user()));
    var left = new TreeMap<Integer, Integer>();
    int next = Integer.MAX_VALUE;
    for (var user : present.entrySet()) {
      while (used.contains(next)) {
        next--;
      }
      left.put(user.getValue(), next);
      settled.put(user.getKey(), next--);
    }
    return jobs.stream()
        .map(job -> job.user() < UNKNOWN ? job.ofUser(left.getOrDefault(job.user(), UNKNOWN)) : job)
        .toList();
  }

  /** Returns the numbers of the first ten users, and the number of the other users. */
  List<String> notes() {
    var notes = new ArrayList<String>();
    settled.entrySet().stream()
        .limit(MOST_NAMED)
        .forEach(
            user ->
                notes.add("user %d: is user %d here".formatted(user.getKey(), user.getValue())));
    int more = settled.size() - MOST_NAMED;
    if (more > 0) {
      notes.add(
          "users above %d: %d more users have other numbers".formatted(Integer.MAX_VALUE, more));
    }
    return notes;
  }
}
