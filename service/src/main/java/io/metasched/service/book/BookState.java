package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.metasched.service.book.JobRecord.Reason;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * State of the book after its events so far. Immutable: a reader sees the whole state as of one
 * event.
 *
 * @param seq number of the last event
 * @param origin start of the service; the epoch before the service was first started
 * @param jobs jobs by id
 * @param arrays arrays of jobs by id
 * @param workflows workflows by id
 * @param open index of open jobs, waiting jobs, and taken time
 * @param accounts accounts by id
 * @param ledger all changes of accounts
 * @param tokens valid tokens by digest
 * @param keys results of requests with an idempotency key, by {@link IdempotencyKeys#name}
 * @param cycles cycles by number
 * @param nextNumber number of the next attempt at a job
 * @param drains drained nodes by name
 * @param market sale policies of owners, and time taken without jobs
 * @param rules rules of the scheduler; empty in a book of an old version, which did not store rules
 * @param webhooks webhooks by id
 */
@RecordBuilder
public record BookState(
    long seq,
    Instant origin,
    SortedTree<String, JobRecord> jobs,
    SortedTree<String, ArrayRecord> arrays,
    SortedTree<String, WorkflowRecord> workflows,
    OpenWork open,
    SortedTree<String, AccountRecord> accounts,
    SortedTree<LedgerEntry.Key, LedgerEntry> ledger,
    SortedTree<String, TokenRecord> tokens,
    SortedTree<String, KeyRecord> keys,
    SortedTree<Integer, CycleRecord> cycles,
    long nextNumber,
    SortedTree<String, DrainRecord> drains,
    Market market,
    Optional<SchedulerRules> rules,
    SortedTree<String, WebhookRecord> webhooks)
    implements BookStateBuilder.With {

  /**
   * Result of a request with an idempotency key.
   *
   * @param digest digest of the body
   * @param made id of the created or changed item
   * @param at time of a request for an account; empty for other requests, whose keys are deleted
   *     with the created items, and for keys that earlier versions stored
   */
  public record KeyRecord(
      String digest,
      String made,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Instant> at) {
    /** Creates the result of a request that has created an item. */
    KeyRecord(String digest, String made) {
      this(digest, made, Optional.empty());
    }
  }

  private static final int CYCLES_KEPT = 20_000;

  /** State without events. */
  public static final BookState EMPTY =
      new BookState(
          0,
          Instant.EPOCH,
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          OpenWork.NONE,
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          0,
          SortedTree.empty(),
          Market.EMPTY,
          Optional.empty(),
          SortedTree.empty());

  /** Returns the conversion between wall-clock time and ticks. */
  public WallTicks ticks() {
    return new WallTicks(origin);
  }

  public Optional<JobRecord> job(String id) {
    return jobs.get(id);
  }

  /** Returns the job with a number of {@link #numberOf}. */
  public Optional<JobRecord> jobOfNumber(long number) {
    for (var array : arrays.values()) {
      long place = number - JobIds.number(array.id());
      if (place >= 0 && place < array.size()) {
        return job(array.element((int) place));
      }
    }
    return jobs.ranked(number, JobIds::number); // ids grow with numbers unless the clock went back
  }

  /** Returns the number by which Slurm's commands name a job: that of its array plus its place. */
  public long numberOf(JobRecord job) {
    return JobIds.number(job.id()) + arrayOf(job).map(array -> array.place(job)).orElse(0);
  }

  public Optional<ArrayRecord> array(String id) {
    return arrays.get(id);
  }

  /** Returns the array of which a job is an element. */
  public Optional<ArrayRecord> arrayOf(JobRecord job) {
    return JobIds.array(job.id()).flatMap(arrays::get);
  }

  public Optional<WorkflowRecord> workflow(String id) {
    return workflows.get(id);
  }

  /** Returns the workflow of a job. */
  public Optional<WorkflowRecord> workflowOf(JobRecord job) {
    return job.spec().task().flatMap(task -> workflows.get(task.workflow()));
  }

  /** Returns the sums over the array or workflow of a job; empty for another job. */
  Optional<JobSums> groupOf(JobRecord job) {
    return arrayOf(job).map(ArrayRecord::jobs).or(() -> workflowOf(job).map(WorkflowRecord::jobs));
  }

  /**
   * Returns the jobs of a workflow; each comes after its predecessors. A backup may end between the
   * submissions of these jobs.
   */
  public List<JobRecord> jobsOf(WorkflowRecord workflow) {
    return workflow.ids().stream().flatMap(id -> job(id).stream()).toList();
  }

  /** Returns the elements of an array, in the order of their indices. */
  public List<JobRecord> elements(ArrayRecord array) {
    return IntStream.range(0, array.size())
        .mapToObj(place -> require(array.element(place)))
        .toList();
  }

  /** Returns the open jobs, in order of the numbers of their current attempts. */
  public Iterable<JobRecord> openJobs() {
    return open.jobs().values();
  }

  /** Returns the jobs that wait for a window, in order of their numbers. */
  public Iterable<JobRecord> waitingJobs() {
    return open.waiting().values();
  }

  /** Returns the drain of a node; empty if the node is for sale. */
  public Optional<DrainRecord> drain(String node) {
    return drains.get(node);
  }

  public Optional<AccountRecord> account(String id) {
    return accounts.get(id);
  }

  /** Returns an account from which users pay; empty for the bank and owners. */
  public Optional<AccountRecord> payer(String id) {
    return account(id).filter(each -> each.number() >= 0);
  }

  /**
   * Returns the account under which earlier versions stored the idempotency keys of an owner, who
   * has no paying account.
   */
  public static String ownerKeys(String user) {
    return "owner " + user;
  }

  /**
   * Returns the result of a request with a key.
   *
   * @param key key in the form of {@link IdempotencyKeys#of}
   * @param account account of the key, if the key is from an earlier version
   */
  public Optional<KeyRecord> made(String principal, String account, String key) {
    return keys.get(IdempotencyKeys.name(principal, account, key))
        .or(() -> keys.get(IdempotencyKeys.earlierName(account, key)));
  }

  /**
   * Returns the state after the next event.
   *
   * @throws IllegalStateException if the state does not allow the event
   */
  public BookState after(Recorded recorded) {
    return new BookFold(this, recorded).next();
  }

  /** Returns whether there is a job or a cycle that ended before an instant. */
  public boolean hasOver(Instant before) {
    return new BookForgetting(this, before).findsAny();
  }

  // --- changes by a fold

  BookState at(long next, Written written) {
    return withSeq(next).withOpen(open.withTally(open.tally().withWritten(written)));
  }

  BookState with(ArrayRecord array) {
    return withArrays(arrays.with(array.id(), array));
  }

  BookState with(WorkflowRecord workflow) {
    long next = Math.max(nextNumber, workflow.submitted().number() + 1);
    return with().workflows(workflows.with(workflow.id(), workflow)).nextNumber(next).build();
  }

  BookState with(JobRecord job) {
    var before = job(job.id());
    var workflow = workflowOf(job).map(each -> each.with(before, job));
    var array = arrayOf(job).map(each -> each.with(before, job));
    return with()
        .jobs(jobs.with(job.id(), job))
        .arrays(array.map(each -> arrays.with(each.id(), each)).orElse(arrays))
        .workflows(workflow.map(each -> workflows.with(each.id(), each)).orElse(workflows))
        .open(open.with(before, job))
        .nextNumber(Math.max(nextNumber, job.number() + 1))
        .build();
  }

  BookState with(AccountRecord account) {
    return withAccounts(accounts.with(account.id(), account));
  }

  BookState with(LedgerEntry entry) {
    return withLedger(ledger.with(entry.key(), entry))
        .withOpen(open.withTally(open.tally().with(entry, 1)));
  }

  /** Returns a copy with all jobs and ledger entries; this state must not have any yet. */
  BookState withAll(
      SortedMap<String, JobRecord> all, SortedMap<LedgerEntry.Key, LedgerEntry> entries) {
    var allKeys = new TreeMap<String, KeyRecord>();
    keys.entries().forEach(each -> allKeys.put(each.key(), each.value()));
    long next = nextNumber;
    var counts = new TreeMap<String, ArrayRecord>();
    arrays.values().forEach(array -> counts.put(array.id(), array));
    var sums = new TreeMap<String, WorkflowRecord>();
    workflows.values().forEach(workflow -> sums.put(workflow.id(), workflow));
    for (var job : all.values()) {
      JobIds.array(job.id())
          .ifPresent(
              id ->
                  counts.computeIfPresent(id, (same, array) -> array.with(Optional.empty(), job)));
      job.spec()
          .task()
          .ifPresent(
              task ->
                  sums.computeIfPresent(
                      task.workflow(), (same, flow) -> flow.with(Optional.empty(), job)));
      job.key().ifPresent(key -> allKeys.put(job.keyName(key), job.made()));
      next = Math.max(next, job.number() + 1);
    }
    var work = open.withAll(all.values());
    var counted = work.tally();
    for (var entry : entries.values()) {
      counted = counted.with(entry, 1);
    }
    return with()
        .jobs(SortedTree.of(all))
        .arrays(SortedTree.of(counts))
        .workflows(SortedTree.of(sums))
        .open(work.withTally(counted))
        .ledger(SortedTree.of(entries))
        .keys(SortedTree.of(allKeys))
        .nextNumber(next)
        .build();
  }

  BookState withKey(String name, KeyRecord made) {
    if (keys.get(name).isPresent()) {
      throw new IllegalStateException("the key %s is used".formatted(name));
    }
    return withKeyRow(name, made);
  }

  BookState withKeyRow(String key, KeyRecord made) {
    return withKeys(keys.with(key, made));
  }

  /**
   * Returns a copy with a further cycle, without the oldest cycle if there are more than the limit.
   */
  BookState with(CycleRecord cycle) {
    var more = cycles.with(cycle.number(), cycle);
    boolean isFull = more.size() > CYCLES_KEPT;
    return withCycles(isFull ? more.without(more.entries().iterator().next().key()) : more);
  }

  BookState without(
      SortedTree<String, JobRecord> otherJobs,
      SortedTree<String, ArrayRecord> otherArrays,
      SortedTree<String, WorkflowRecord> otherWorkflows,
      SortedTree<String, KeyRecord> otherKeys,
      SortedTree<Integer, CycleRecord> otherCycles,
      SortedTree<LedgerEntry.Key, LedgerEntry> otherLedger,
      List<JobRecord> over) {
    var left = open.forgotten(over);
    return with()
        .jobs(otherJobs)
        .arrays(otherArrays)
        .workflows(otherWorkflows)
        .open(left.withTally(left.tally().without(ledger, otherLedger)))
        .ledger(otherLedger)
        .keys(otherKeys)
        .cycles(otherCycles)
        .build();
  }

  BookState with(Market other) {
    return withOpen(open.with(market, other)).withMarket(other);
  }

  /** Returns a job, which must exist. */
  JobRecord require(String id) {
    return job(id)
        .orElseThrow(() -> new IllegalStateException("job %s was never submitted".formatted(id)));
  }

  /** Returns a job in another state. */
  JobRecord moved(JobRecord job, JobState next, Reason why, long at) {
    if (!job.state().mayBecome(next)) {
      throw new IllegalStateException(
          "job %s is %s and cannot be %s".formatted(job.id(), job.state().label(), next.label()));
    }
    return job.in(next, why, at);
  }
}
