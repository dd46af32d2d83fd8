package io.metasched.service.plan;

import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.service.book.BookEvent.CycleBegun;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord.Turn;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.OpenWork.InQueue;
import io.metasched.service.book.SortedTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Jobs with a place in a cycle, in order of their numbers. If more jobs wait than there are places,
 * the first half of the places is shared: accounts take turns, each with its first job that no
 * cycle has tried yet, or with its first job if all have been tried. If the queue is ordered by
 * priority, the first half is for the highest priorities of all accounts instead. The other half
 * rotates through all jobs over successive cycles, so that each job is considered repeatedly,
 * however many others wait.
 *
 * @param turn turn of the next cycle; empty if all jobs have a place
 */
public record CyclePlaces(List<JobRecord> jobs, Optional<Turn> turn) {
  private static final Comparator<JobRecord> UNTRIED_FIRST =
      Comparator.comparing((JobRecord job) -> job.reason().wasTried())
          .thenComparingLong(JobRecord::number);
  private static final Comparator<JobRecord> URGENT_FIRST =
      Comparator.comparingInt((JobRecord job) -> -job.spec().priority().orElse(0))
          .thenComparing(UNTRIED_FIRST);

  /**
   * Returns the places of a cycle that begins now.
   *
   * @param tick tick of its snapshot
   */
  public static CyclePlaces next(BookState state, CycleSettings settings, long tick) {
    return next(state, settings, tick, settings.batchLimit());
  }

  /** Returns the places of a cycle that begins now, up to {@code places}. */
  static CyclePlaces next(BookState state, CycleSettings settings, long tick, int places) {
    return of(state, settings, null, tick, places);
  }

  /** Returns the places of a cycle that has begun. */
  static CyclePlaces of(BookState state, CycleSettings settings, CycleBegun begun) {
    return of(state, settings, begun.cycle(), begun.tick(), settings.batchLimit());
  }

  private static CyclePlaces of(
      BookState state, CycleSettings settings, @Nullable Integer cycle, long tick, int places) {
    var first = LiveJobs.first(state, settings, tick, places + 1);
    if (first.size() <= places) {
      return new CyclePlaces(first, Optional.empty());
    }
    long until = tick + settings.horizon().toMillis();
    var limits = new CycleLimits(state, until);
    Predicate<JobRecord> isPlannable =
        job -> LiveJobs.isPlannable(state, job, until) && limits.admits(job);
    var chosen = new TreeMap<Long, JobRecord>();
    if (settings.queue().order() == QueueOrder.PRIORITY) {
      urgent(queues(state.open().queues(), isPlannable), places / 2, chosen);
    } else {
      share(queues(state.open().queues(), isPlannable), places / 2, chosen);
    }
    var before = state.cycles().below(cycle).iterator();
    var turn = before.hasNext() ? before.next().value().turn() : Optional.<Turn>empty();
    var whole = new Turn(0, state.nextNumber());
    var waiting = state.open().waiting();
    var next = goOn(waiting, isPlannable, turn.orElse(whole), places, chosen);
    if (next.isEmpty()) {
      next = goOn(waiting, isPlannable, whole, places, chosen);
    }
    return new CyclePlaces(List.copyOf(chosen.values()), Optional.of(next.orElse(whole)));
  }

  private record Head(JobRecord job, Queue queue) {}

  /** Chooses the {@code most} jobs with the highest priorities. */
  private static void urgent(List<Queue> accounts, int most, TreeMap<Long, JobRecord> chosen) {
    var heads = new PriorityQueue<>(Comparator.comparing(Head::job, URGENT_FIRST));
    accounts.forEach(queue -> queue.next().ifPresent(job -> heads.add(new Head(job, queue))));
    for (var head = heads.poll(); head != null && chosen.size() < most; head = heads.poll()) {
      var queue = head.queue();
      chosen.put(head.job().number(), head.job());
      queue.next().ifPresent(job -> heads.add(new Head(job, queue)));
    }
  }

  private static List<Queue> queues(
      SortedTree<InQueue, JobRecord> queues, Predicate<JobRecord> isPlannable) {
    var accounts = new ArrayList<Queue>();
    for (var first = queues.entries().iterator(); first.hasNext(); ) {
      var account = first.next().key().account();
      accounts.add(new Queue(queues, account, isPlannable));
      first = queues.from(InQueue.last(account), false).iterator();
    }
    return accounts;
  }

  /**
   * Chooses {@code most} jobs, in turns by account. More than {@code most} jobs must be waiting.
   */
  private static void share(List<Queue> all, int most, TreeMap<Long, JobRecord> chosen) {
    var accounts = all;
    while (chosen.size() < most) {
      var turns = new ArrayList<JobRecord>();
      accounts =
          accounts.stream().filter(queue -> queue.next().map(turns::add).isPresent()).toList();
      turns.sort(UNTRIED_FIRST);
      for (var job : turns.subList(0, Math.min(turns.size(), most - chosen.size()))) {
        chosen.put(job.number(), job);
      }
    }
  }

  /** Selectable jobs of an account. */
  private static final class Queue {
    private final Iterator<SortedTree.Entry<InQueue, JobRecord>> entries;
    private final String account;
    private final Predicate<JobRecord> isPlannable;

    Queue(SortedTree<InQueue, JobRecord> queues, String account, Predicate<JobRecord> isPlannable) {
      entries = queues.from(InQueue.first(account), true).iterator();
      this.account = account;
      this.isPlannable = isPlannable;
    }

    Optional<JobRecord> next() {
      while (entries.hasNext()) {
        var next = entries.next();
        if (!next.key().account().equals(account)) {
          return Optional.empty();
        } else if (isPlannable.test(next.value())) {
          return Optional.of(next.value());
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Fills the places in the order of a round.
   *
   * @return position for the next cycle; empty if the round has ended
   */
  private static Optional<Turn> goOn(
      SortedTree<Long, JobRecord> waiting,
      Predicate<JobRecord> isPlannable,
      Turn turn,
      int places,
      TreeMap<Long, JobRecord> chosen) {
    for (var each : waiting.from(turn.next(), true)) {
      var job = each.value();
      if (job.number() >= turn.until()) {
        break;
      } else if (isPlannable.test(job) && chosen.size() == places) {
        return Optional.of(new Turn(job.number(), turn.until()));
      } else if (isPlannable.test(job)) {
        chosen.put(job.number(), job);
      }
    }
    return Optional.empty();
  }
}
