package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Figures of the users whose jobs ran and ended within a day: waits, slowdowns, used time and paid
 * amounts. Not thread-safe while jobs are added.
 */
public final class UsersDay {
  // usual bound of the bounded slowdown; without this bound, short jobs would dominate the mean
  private static final double LEAST_SECONDS = 10;

  private final TreeMap<String, Share> shares = new TreeMap<>();

  private static final class Share {
    private int jobs;
    private double waited;
    private double slowdown;
    private double nodeSeconds;
    private long chargedMilli;

    Share copy() {
      var copy = new Share();
      copy.jobs = jobs;
      copy.waited = waited;
      copy.slowdown = slowdown;
      copy.nodeSeconds = nodeSeconds;
      copy.chargedMilli = chargedMilli;
      return copy;
    }
  }

  UsersDay copy() {
    var copy = new UsersDay();
    shares.forEach((user, share) -> copy.shares.put(user, share.copy()));
    return copy;
  }

  void add(JobRecord job) {
    count(job, 1);
  }

  void remove(JobRecord job) {
    count(job, -1);
  }

  private void count(JobRecord job, int sign) {
    var times = job.times();
    if (times.started().isEmpty() || times.ended().isEmpty()) {
      return;
    }
    double wait = seconds(times.submitted(), times.started().get());
    double run = seconds(times.started().get(), times.ended().get());
    var share = shares.computeIfAbsent(job.user(), name -> new Share());
    share.jobs += sign;
    share.waited += sign * wait;
    share.slowdown += sign * Math.max(1, (wait + run) / Math.max(run, LEAST_SECONDS));
    share.chargedMilli += sign * job.money().charged();
    for (var part : job.parts()) {
      if (part.started().isPresent() && part.ended().isPresent()) {
        share.nodeSeconds += sign * seconds(part.started().get(), part.ended().get());
      }
    }
    if (share.jobs == 0) {
      shares.remove(job.user());
    }
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toMillis() / 1000.0);
  }

  /**
   * Returns Jain's index of the users' mean slowdowns: the square of their sum, divided by their
   * number times the sum of their squares. The index is 1 if all mean slowdowns are equal, or if
   * there are no users.
   */
  public double fairness() {
    double sum = 0;
    double squares = 0;
    for (var share : shares.values()) {
      double mean = share.slowdown / share.jobs;
      sum += mean;
      squares += mean * mean;
    }
    return shares.isEmpty() ? 1 : sum * sum / (shares.size() * squares);
  }

  /**
   * Writes the index, and a line for each user.
   *
   * @param shown filter of the users with a line
   */
  public void write(ObjectNode into, Predicate<String> shown) {
    into.put("fairness", fairness());
    var users = into.putArray("users");
    shares.forEach(
        (user, share) -> {
          if (shown.test(user)) {
            users
                .addObject()
                .put("user", user)
                .put("jobs", share.jobs)
                .put("wait", share.waited / share.jobs)
                .put("slowdown", share.slowdown / share.jobs)
                .put("nodeSeconds", share.nodeSeconds)
                .put("charged", Money.format(share.chargedMilli));
          }
        });
  }
}
