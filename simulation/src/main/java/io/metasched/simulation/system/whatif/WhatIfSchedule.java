package io.metasched.simulation.system.whatif;

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
 * The future event list of clusters with reservations, for every driver: at one instant come first
 * all ends, then withdrawals, then submissions of jobs, then requests, then at each cluster the
 * reservations that begin and its pass. A cluster has a pass when something has ended, come or been
 * given up there, or been reserved. It takes the result of each step, and has the outcome in the
 * end.
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

  WhatIfSchedule(GridWorkload workload, int clusters) {
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

  /** The step that is due; empty when all is over. */
  public Optional<Due<WhatIfStep>> next() {
    var step = last.next();
    long tick = step == WhatIfStep.ENDS ? nextTick() : instant;
    return tick == ProviderAgenda.NEVER ? Optional.empty() : Optional.of(new Due<>(tick, step));
  }

  /** The step that is due begins. */
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

  /** How many requests have been sent. */
  public int asked() {
    return asked;
  }

  // --- what is due

  /** What ends now, by cluster. */
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

  /** The requests that are withdrawn now and have a reservation that has not begun. */
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

  /** The jobs that are submitted now, by cluster. */
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

  /** The next request that is sent now; empty when there is none left. */
  public Optional<FlexibleRequest> request(long now) {
    var requests = workload.requests();
    if (asked == requests.size() || requests.get(asked).submitTick() != now) {
      return Optional.empty();
    }
    return Optional.of(requests.get(asked++));
  }

  /** The clusters at which reservations begin or a pass is due, ascending. */
  public SortedSet<Integer> starting(long now) {
    return agenda.takeStarting(now);
  }

  /** Whether a cluster that starts something now is to start jobs, too: once. */
  public boolean passes(int cluster, long now) {
    return agenda.takePass(cluster, now);
  }

  // --- what came of it

  /** A request has its answer. */
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

  /** A cluster has started jobs and reservations. */
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

  /** When a job or request began, by its number; -1 where it has not. */
  long start(int number) {
    return starts[number];
  }

  /** When a job was submitted, by its number; -1 where it was not. */
  long submitted(int number) {
    return arrivals.submitted(number);
  }

  /** When the log has a job submitted that waits for others, by its number; else -1. */
  long logged(int number) {
    return arrivals.logged(number);
  }

  /** When it ended; -1 where it has not. */
  long end(int number) {
    return ends[number];
  }

  /** How long a job that has been submitted is likely to run, by its number. */
  long likely(int number) {
    return likely[number];
  }

  /** The answer to a request, by its index. */
  Optional<GridAnswer> answer(int index) {
    return Optional.ofNullable(answers.get(index));
  }

  /** When its reservation was given up; -1 where it was not. */
  long withdrawn(int index) {
    return withdrawn[index];
  }
}
