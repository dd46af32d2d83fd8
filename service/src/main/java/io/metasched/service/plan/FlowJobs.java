package io.metasched.service.plan;

import io.metasched.metascheduler.flow.FlowEvent.Refund;
import io.metasched.resource.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The jobs that the scheduler has at present, and the windows it has given them. */
public final class FlowJobs {
  private final TreeMap<String, FlowJob> byId = new TreeMap<>();
  private final TreeMap<Long, FlowJob> byNumber = new TreeMap<>();
  private long given;

  /** A job that the scheduler has. */
  public static final class FlowJob {
    private final String id;
    private final long number;
    private final int user;
    private final long place; // among all that the scheduler was given
    private final TreeSet<Integer> ended = new TreeSet<>();
    private @Nullable Window window;

    FlowJob(String id, long number, int user, long place) {
      this.id = id;
      this.number = number;
      this.user = user;
      this.place = place;
    }

    /** Its id in the book. */
    public String id() {
      return id;
    }

    /** How the scheduler knows it. */
    public long number() {
      return number;
    }

    /** The number of its account. */
    public int user() {
      return user;
    }

    /** Where it is booked. */
    public Optional<Window> window() {
      return Optional.ofNullable(window);
    }

    /** A part has ended; returns its node, where it had not before. */
    public Optional<Integer> end(int part) {
      var booked = window;
      return booked != null && part < booked.parts().size() && ended.add(part)
          ? Optional.of(booked.parts().get(part).node())
          : Optional.empty();
    }

    /** The nodes of all parts that have not ended; they have now. */
    public List<Integer> endAll() {
      var nodes = new ArrayList<Integer>();
      var booked = window;
      for (int part = 0; booked != null && part < booked.parts().size(); part++) {
        end(part).ifPresent(nodes::add);
      }
      return nodes;
    }

    /** What comes back of its cost. */
    public List<Refund> refunds(List<Long> chargedMilli) {
      var refunds = new ArrayList<Refund>();
      var booked = window;
      for (int part = 0; booked != null && part < booked.parts().size(); part++) {
        long charged = part < chargedMilli.size() ? chargedMilli.get(part) : 0;
        long left = booked.parts().get(part).costMilli() - charged;
        if (left > 0) {
          refunds.add(new Refund(booked.parts().get(part).node(), left));
        }
      }
      return refunds;
    }
  }

  /** The scheduler gets a job. */
  public FlowJob add(String id, long number, int user) {
    var job = new FlowJob(id, number, user, given++);
    byId.put(id, job);
    byNumber.put(number, job);
    return job;
  }

  /** Whether the scheduler has the attempt of that number. */
  public boolean has(long number) {
    return byNumber.containsKey(number);
  }

  /** The numbers of those that have no window, ascending. */
  public List<Long> waiting() {
    return byNumber.values().stream()
        .filter(job -> job.window == null)
        .map(FlowJob::number)
        .toList();
  }

  /** Whether the scheduler was given those that have a window in the order of their numbers. */
  public boolean areBookedInOrder() {
    long last = -1;
    for (var job : byNumber.values()) {
      if (job.window != null) {
        if (job.place < last) {
          return false;
        }
        last = job.place;
      }
    }
    return true;
  }

  /** A job got its window. */
  public void booked(long number, Window window) {
    var job = byNumber.get(number);
    if (job != null) {
      job.window = window;
    }
  }

  /** The present attempt of a job. */
  public Optional<FlowJob> job(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The scheduler is to forget a job. */
  public Optional<FlowJob> remove(String id) {
    var job = byId.remove(id);
    if (job != null) {
      byNumber.remove(job.number);
    }
    return Optional.ofNullable(job);
  }

  /** How many there are. */
  public int size() {
    return byNumber.size();
  }
}
