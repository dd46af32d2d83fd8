package io.metasched.simulation.workload.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Job dependencies that can be honoured: all jobs exist, and no dependency closes a cycle. Other
 * dependencies are dropped and counted.
 *
 * <p>Cost: O(n log n) for n jobs and dependencies; no cost if no job has dependencies.
 *
 * @param jobs jobs, each with the jobs that the job waits for
 * @param notes notes on honoured and dropped dependencies, with the numbers of jobs
 */
public record Dependencies(List<TraceJob> jobs, List<String> notes) {
  /**
   * Reason in systems that answer each job immediately and therefore cannot make a job wait for
   * another job.
   */
  public static final String NO_QUEUE = "no job waits in a queue here";

  public Dependencies {
    jobs = List.copyOf(jobs);
    notes = List.copyOf(notes);
  }

  /** Returns the dependencies of the selected jobs, in the order of the jobs. */
  public static Dependencies of(List<TraceJob> jobs, TraceOptions options) {
    return options.ignoreDependencies()
        ? ignored(jobs, "the settings ignore them")
        : new Resolution(jobs).resolved();
  }

  /** Returns the jobs without dependencies, if these cannot or must not be honoured. */
  public static Dependencies ignored(List<TraceJob> jobs, String why) {
    long named = jobs.stream().filter(job -> !job.precedence().isNone()).count();
    return named == 0
        ? new Dependencies(jobs, List.of())
        : new Dependencies(
            jobs.stream().map(job -> job.withPrecedence(Precedence.NONE)).toList(),
            List.of(
                "dependencies: %d jobs name preceding jobs, not honoured: %s"
                    .formatted(named, why)));
  }

  /** Returns a note on jobs that have become reservations, which do not wait for other jobs. */
  public static List<String> ofReservations(long jobs) {
    return jobs == 0
        ? List.of()
        : List.of(
            "dependencies: of %d reservations, not honoured: they have their own times"
                .formatted(jobs));
  }

  /** Depth-first search through all jobs. */
  private static final class Resolution {
    private static final int NEW = 0;
    private static final int UNDER_WAY = 1;
    private static final int DONE = 2;

    private final List<TraceJob> jobs;
    private final TreeMap<Long, Integer> indices = new TreeMap<>();
    private final int[] state;
    private final List<List<Long>> kept = new ArrayList<>();
    private int missing;
    private int cyclic;

    Resolution(List<TraceJob> jobs) {
      this.jobs = jobs;
      state = new int[jobs.size()];
    }

    Dependencies resolved() {
      if (jobs.stream().allMatch(job -> job.precedence().isNone())) {
        return new Dependencies(jobs, List.of());
      }
      for (int at = 0; at < jobs.size(); at++) {
        indices.put(jobs.get(at).id(), at);
        kept.add(new ArrayList<>());
      }
      for (int at = 0; at < jobs.size(); at++) {
        visit(at);
      }
      var resolved = new ArrayList<TraceJob>(jobs.size());
      int waiting = 0;
      for (int at = 0; at < jobs.size(); at++) {
        var job = jobs.get(at);
        boolean waits = !kept.get(at).isEmpty();
        waiting += waits ? 1 : 0;
        resolved.add(
            job.withPrecedence(
                waits
                    ? new Precedence(kept.get(at), job.precedence().thinkTicks())
                    : Precedence.NONE));
      }
      return new Dependencies(resolved, notes(waiting));
    }

    private List<String> notes(int waiting) {
      var notes = new ArrayList<String>();
      add(notes, waiting, "jobs are submitted when their preceding jobs have ended");
      add(notes, missing, "name a job that was not taken from the log, and are ignored");
      add(notes, cyclic, "name the job itself or close a cycle, and are ignored");
      return notes;
    }

    private static void add(List<String> notes, int count, String words) {
      if (count > 0) {
        notes.add("dependencies: %d %s".formatted(count, words));
      }
    }

    private record Step(int job, int next) {}

    private void visit(int root) {
      var path = new ArrayDeque<Step>();
      if (state[root] == NEW) {
        path.push(new Step(root, 0));
      }
      while (!path.isEmpty()) {
        var step = path.pop();
        var named = jobs.get(step.job()).precedence().jobs();
        state[step.job()] = step.next() == named.size() ? DONE : UNDER_WAY;
        if (step.next() == named.size()) {
          continue;
        }
        path.push(new Step(step.job(), step.next() + 1));
        var index = indices.get(named.get(step.next()));
        if (index == null) {
          missing++;
        } else if (state[index] == UNDER_WAY) {
          cyclic++;
        } else {
          kept.get(step.job()).add(named.get(step.next()));
          if (state[index] == NEW) {
            path.push(new Step(index, 0));
          }
        }
      }
    }
  }
}
