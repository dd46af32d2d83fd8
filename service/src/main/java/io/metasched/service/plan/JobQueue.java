package io.metasched.service.plan;

import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.metascheduler.queue.QueueOrder.Waiting;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.SchedulerRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Waiting jobs in the order in which a cycle considers them. The order follows from the book: from
 * the priorities of the jobs, and from what the accounts have paid recently and have booked.
 */
public final class JobQueue {
  private static final long MILLIS = 1000;

  private final BookState state;
  private final CycleSettings settings;
  private final long tick;
  private final long priceMilli; // mean price of a node and second

  /**
   * Creates the queue of a state.
   *
   * @param tick time at which recent use is counted
   */
  public JobQueue(BookState state, CycleSettings settings, long tick) {
    this.state = state;
    this.settings = settings;
    this.tick = tick;
    var nodes = state.rules().map(SchedulerRules::nodes).orElse(List.of());
    long sum = nodes.stream().mapToLong(node -> node.priceMilli()).sum();
    priceMilli = Math.max(1, sum / Math.max(1, nodes.size()));
  }

  private QueueOrder order() {
    return settings.queue().order();
  }

  /** Returns jobs in the order of the queue. */
  public List<JobRecord> sorted(List<JobRecord> jobs) {
    if (order() == QueueOrder.FIFO) {
      return jobs;
    }
    var byNumber = new TreeMap<Long, JobRecord>();
    var accounts = new TreeMap<Integer, AccountRecord>();
    var waiting = new ArrayList<Waiting>();
    for (var job : jobs) {
      byNumber.put(job.number(), job);
      var account = account(job);
      accounts.put(account.number(), account);
      int priority = job.spec().priority().orElse(0);
      waiting.add(new Waiting(job.number(), account.number(), priority, cost(job)));
    }
    return order()
        .sorted(waiting, user -> used(Objects.requireNonNull(accounts.get(user))))
        .stream()
        .flatMap(each -> Optional.ofNullable(byNumber.get(each.number())).stream())
        .toList();
  }

  private AccountRecord account(JobRecord job) {
    return state.account(job.spec().account()).orElseThrow();
  }

  private long used(AccountRecord account) {
    return account.usedMilli(tick, settings.queue().halfLife());
  }

  /**
   * Returns the cost of a job at the mean price, on nodes of performance 1, or the largest number.
   */
  private long cost(JobRecord job) {
    long ticks = job.spec().work().lengthTicks(1, settings.granularity().toMillis());
    long seconds = Math.max(1, ticks / MILLIS);
    long price = job.spec().nodes() * priceMilli;
    return price > Long.MAX_VALUE / seconds ? Long.MAX_VALUE : price * seconds;
  }

  /** Returns the number of waiting jobs before a job; 0 if the job has a window or is over. */
  public int ahead(JobRecord job) {
    var waiting = new ArrayList<JobRecord>();
    state.waitingJobs().forEach(waiting::add);
    return Math.max(0, sorted(waiting).indexOf(job));
  }

  /** Returns the place of a job among the waiting jobs and the reason; empty for a plain queue. */
  public Optional<String> place(JobRecord job) {
    if (order() == QueueOrder.FIFO) {
      return Optional.empty();
    }
    var waiting = new ArrayList<JobRecord>();
    state.waitingJobs().forEach(waiting::add);
    int place = sorted(waiting).indexOf(job) + 1;
    int priority = job.spec().priority().orElse(0);
    var text =
        "place %,d of %,d waiting job%s by %s: its priority is %d"
            .formatted(
                place, waiting.size(), waiting.size() == 1 ? "" : "s", order().label(), priority);
    return Optional.of(order() == QueueOrder.FAIR_SHARE ? text + share(job, waiting) : text);
  }

  /**
   * Returns the use of the account of a job, compared with the other accounts with waiting jobs.
   */
  private String share(JobRecord job, List<JobRecord> waiting) {
    var own = account(job);
    var others = new TreeMap<String, Long>();
    waiting.forEach(each -> others.put(each.spec().account(), used(account(each))));
    others.remove(own.id());
    long less = others.values().stream().filter(used -> used < used(own)).count();
    return ", and account %s has used %s (half-life %s); %d of %d other accounts with waiting jobs have used less"
        .formatted(
            own.id(),
            Money.format(used(own)),
            ReasonText.length(settings.queue().halfLife().toMillis()),
            less,
            others.size());
  }
}
