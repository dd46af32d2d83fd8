package io.metasched.simulation.system.whatif.model;

import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.resource.provider.BatchJob;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.ProviderAgenda;
import io.metasched.simulation.workload.Arrivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Future event list of clusters with reservations, for every driver. At one instant, the steps are
 * in this order: all ends, withdrawals, submissions of jobs, requests, and at each cluster the
 * reservations that begin and its pass. A cluster makes a pass after a job has ended or arrived at
 * the cluster, or a reservation was made or withdrawn. The list receives the result of each step,
 * and provides the outcome at the end.
 *
 * <p>Source of the order: the what-if paper, section 2. Cost: O(log n) per event for n jobs and
 * requests. Confined to one thread.
 */
public final class WhatIfSchedule {
  private static final long NONE = -1;

  private record Withdrawal(long tick, int request) implements Comparable<Withdrawal> {
    @Override
    public int compareTo(Withdrawal other) {
      int byTick = Long.compare(tick, other.tick);
      return byTick != 0 ? byTick : Integer.compare(request, other.request);
    }
  }

  private final GridWorkload workload;
  private final ProviderAgenda agenda;
  private final Arrivals arrivals;
  private final PriorityQueue<Withdrawal> withdrawals = new PriorityQueue<>();
  private final RunHistory history = new RunHistory();
  private final long[] likely;
  private final long[] starts;
  private final long[] ends;
  private final List<@Nullable GridAnswer> answers;
  private final long[] withdrawn;
  private int asked;
  private WhatIfStep last = WhatIfStep.STARTS;
  private long instant;

  public WhatIfSchedule(GridWorkload workload, int clusters) {
    this.workload = workload;
    agenda = new ProviderAgenda(clusters, 0);
    arrivals = new Arrivals(workload.jobs());
    int requests = workload.requests().size();
    likely = new long[workload.jobs().size()];
    starts = filled(workload.jobs().size() + requests);
    ends = filled(starts.length);
    answers = new ArrayList<>(Collections.nCopies(requests, null));
    withdrawn = filled(requests);
  }

  private static long[] filled(int length) {
    var none = new long[length];
    Arrays.fill(none, NONE);
    return none;
  }

  /** Returns the step that is due; empty at the end of the run. */
  public Optional<Due<WhatIfStep>> next() {
    var step = last.next();
    long tick = step == WhatIfStep.ENDS ? nextTick() : instant;
    return tick == ProviderAgenda.NEVER ? Optional.empty() : Optional.of(new Due<>(tick, step));
  }

  /** Starts the step that is due. */
  public void begin(WhatIfStep step, long tick) {
    last = step;
    instant = tick;
  }

  private long nextTick() {
    long next = Math.min(agenda.nextTick(), arrivals.nextTick(ProviderAgenda.NEVER));
    var requests = workload.requests();
    next = asked < requests.size() ? Math.min(next, requests.get(asked).submitTick()) : next;
    return withdrawals.isEmpty() ? next : Math.min(next, withdrawals.element().tick());
  }

  /** Returns the number of requests that have been sent. */
  public int asked() {
    return asked;
  }

  // --- due actions

  /** Returns the jobs and reservations that end now, by cluster. */
  public SortedMap<Integer, List<Integer>> ends(long now) {
    var ending = new TreeMap<Integer, List<Integer>>();
    for (var end : agenda.takeEnds(now)) {
      ending.computeIfAbsent(end.provider(), cluster -> new ArrayList<>()).add(end.job());
      ends[end.job()] = now;
      arrivals.ended(id(end.job()), now);
      if (end.job() < workload.jobs().size()) {
        history.ended(workload.jobs().get(end.job()));
      }
      agenda.askForPass(end.provider(), now);
    }
    return ending;
  }

  /** Returns the requests that are withdrawn now and have a reservation that has not begun. */
  public List<GridAnswer> withdrawals(long now) {
    var due = new ArrayList<GridAnswer>();
    while (!withdrawals.isEmpty() && withdrawals.element().tick() == now) {
      int index = withdrawals.remove().request();
      var answer = answers.get(index);
      if (answer != null && answer.placement().isPresent() && startOf(answer) > now) {
        withdrawn[index] = now;
        arrivals.ended(workload.requests().get(index).id(), now);
        due.add(answer);
        answer.placement().get().clusters().forEach(c -> agenda.askForPass(c, now));
      }
    }
    return due;
  }

  private static long startOf(GridAnswer answer) {
    return answer.placement().orElseThrow().startTick();
  }

  /** Returns the jobs that are submitted now, by cluster. */
  public SortedMap<Integer, List<BatchJob>> submissions(long now) {
    var due = new TreeMap<Integer, List<BatchJob>>();
    for (int at = arrivals.take(now); at >= 0; at = arrivals.take(now)) {
      var job = workload.jobs().get(at);
      likely[at] = history.likelyTicks(job);
      due.computeIfAbsent(job.cluster(), cluster -> new ArrayList<>())
          .add(new BatchJob(at, now, job.processors(), job.limitTicks(), likely[at]));
      agenda.askForPass(job.cluster(), now);
    }
    return due;
  }

  private long id(int number) {
    int jobs = workload.jobs().size();
    return number < jobs
        ? workload.jobs().get(number).id()
        : workload.requests().get(number - jobs).id();
  }

  /** Returns the next request that is sent now; empty if there is none left. */
  public Optional<FlexibleRequest> request(long now) {
    var requests = workload.requests();
    if (asked == requests.size() || requests.get(asked).submitTick() != now) {
      return Optional.empty();
    }
    return Optional.of(requests.get(asked++));
  }

  /** Returns the clusters at which reservations begin or a pass is due, ascending. */
  public SortedSet<Integer> starting(long now) {
    return agenda.takeStarting(now);
  }

  /**
   * Returns whether a cluster that starts something now must also start jobs; true once per pass.
   */
  public boolean passes(int cluster, long now) {
    return agenda.takePass(cluster, now);
  }

  // --- results

  /** Records the answer to a request. */
  public void answered(GridAnswer answer, long now) {
    int index = workload.indexOf(answer.request());
    answers.set(index, answer);
    if (answer.placement().isEmpty()) {
      arrivals.ended(workload.requests().get(index).id(), now);
    }
    answer
        .placement()
        .ifPresent(
            placement -> {
              for (int cluster : placement.clusters()) {
                agenda.begins(cluster, placement.startTick());
                agenda.askForPass(cluster, now);
              }
              workload
                  .requests()
                  .get(index)
                  .withdrawTick()
                  .ifPresent(tick -> withdrawals.add(new Withdrawal(tick, index)));
            });
  }

  /** Records that a cluster has started jobs and reservations. */
  public void started(int cluster, List<Integer> numbers, long now) {
    int jobs = workload.jobs().size();
    for (int number : numbers) {
      starts[number] = now;
      long run =
          number < jobs
              ? workload.jobs().get(number).runTicks()
              : workload.requests().get(number - jobs).request().part().durationTicks();
      agenda.add(new ProviderAgenda.End(Math.addExact(now, run), number, cluster));
    }
  }

  /** Returns the start of a job or request by its number; -1 if it has not begun. */
  long start(int number) {
    return starts[number];
  }

  /** Returns the submit tick of a job by its number; -1 if it was not submitted. */
  public long submitted(int number) {
    return arrivals.submitted(number);
  }

  /** Returns the logged submit tick of the job with a number; -1 if it waits for no other job. */
  long logged(int number) {
    return arrivals.logged(number);
  }

  /** Returns the end of a job or request by its number; -1 if it has not ended. */
  long end(int number) {
    return ends[number];
  }

  /** Returns the predicted run time of a submitted job by its number. */
  long likely(int number) {
    return likely[number];
  }

  /** Returns the answer to the request at an index. */
  Optional<GridAnswer> answer(int index) {
    return Optional.ofNullable(answers.get(index));
  }

  /**
   * Returns the tick at which the reservation of the request at an index was withdrawn; -1 if it
   * was not withdrawn.
   */
  long withdrawn(int index) {
    return withdrawn[index];
  }
}
