package io.metasched.service.book;

import io.metasched.service.book.JobRecord.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the events of the book lead to. Immutable: readers keep the state that they have got, and
 * see all of it as of one event.
 *
 * @param seq the number of the last event
 * @param origin when the service began; the epoch before that
 * @param jobs by id
 * @param open jobs that are not done, those that wait, and the time that is taken
 * @param accounts by id
 * @param ledger all changes of accounts
 * @param tokens those that are good, by their digest
 * @param keys ids of what was made with an idempotency key, by {@link IdempotencyKeys#name}
 * @param cycles by number
 * @param nextNumber the number of the next attempt of a job
 * @param drains nodes that sell nothing, by name
 * @param market what owners sell, and what of it is taken without a job
 * @param rules of the scheduler; empty in a book from before they were written down
 */
public record BookState(
    long seq,
    Instant origin,
    SortedTree<String, JobRecord> jobs,
    OpenWork open,
    SortedTree<String, AccountRecord> accounts,
    SortedTree<LedgerEntry.Key, LedgerEntry> ledger,
    SortedTree<String, TokenRecord> tokens,
    SortedTree<String, KeyRecord> keys,
    SortedTree<Integer, CycleRecord> cycles,
    long nextNumber,
    SortedTree<String, DrainRecord> drains,
    Market market,
    Optional<SchedulerRules> rules) {

  /**
   * What was made with an idempotency key.
   *
   * @param digest of the body
   * @param made the id of what was made
   */
  public record KeyRecord(String digest, String made) {}

  private static final int CYCLES_KEPT = 20_000;

  /** A book without events. */
  public static final BookState EMPTY =
      new BookState(
          0,
          Instant.EPOCH,
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
          Optional.empty());

  /** How wall-clock time is counted. */
  public Ticks ticks() {
    return new Ticks(origin);
  }

  /** A job. */
  public Optional<JobRecord> job(String id) {
    return jobs.get(id);
  }

  /** The jobs that are not done, in the order of the numbers of their present attempts. */
  public Iterable<JobRecord> openJobs() {
    return open.jobs().values();
  }

  /** Returns the jobs that wait for a window, in the order of their numbers. */
  public Iterable<JobRecord> waitingJobs() {
    return open.waiting().values();
  }

  /** Why a node sells nothing; empty where it is for sale. */
  public Optional<DrainRecord> drain(String node) {
    return drains.get(node);
  }

  /** An account. */
  public Optional<AccountRecord> account(String id) {
    return accounts.get(id);
  }

  /** Returns the account that had the keys of an owner, who pays nothing, in earlier versions. */
  public static String ownerKeys(String user) {
    return "owner " + user;
  }

  /**
   * Returns what was made with a key.
   *
   * @param key as {@link IdempotencyKeys#of} has it
   * @param account whose key it would be in a book of an earlier version
   */
  public Optional<KeyRecord> made(String principal, String account, String key) {
    return keys.get(IdempotencyKeys.name(principal, account, key))
        .or(() -> keys.get(IdempotencyKeys.earlierName(account, key)));
  }

  /**
   * The state after the next event.
   *
   * @throws IllegalStateException when the state does not allow it
   */
  public BookState after(Recorded recorded) {
    return new BookFold(this, recorded).next();
  }

  /** Whether there is a job or a cycle that was over before an instant. */
  public boolean hasOver(Instant before) {
    return new BookForgetting(this, before).findsAny();
  }

  // --- what a fold changes

  BookState at(long next, Written written) {
    return new BookState(
        next,
        origin,
        jobs,
        open.with(open.tally().with(written)),
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  BookState since(Instant founded) {
    return new BookState(
        seq,
        founded,
        jobs,
        open,
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  BookState with(JobRecord job) {
    return new BookState(
        seq,
        origin,
        jobs.with(job.id(), job),
        open.with(job(job.id()), job),
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        Math.max(nextNumber, job.number() + 1),
        drains,
        market,
        rules);
  }

  BookState withoutNumber(long number) {
    return new BookState(
        seq,
        origin,
        jobs,
        open.withoutNumber(number),
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  BookState with(AccountRecord account) {
    return new BookState(
        seq,
        origin,
        jobs,
        open,
        accounts.with(account.id(), account),
        ledger,
        tokens,
        keys,
        cycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  BookState with(LedgerEntry entry) {
    return new BookState(
        seq,
        origin,
        jobs,
        open.with(open.tally().with(entry, 1)),
        accounts,
        ledger.with(entry.key(), entry),
        tokens,
        keys,
        cycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  BookState with(SortedTree<String, TokenRecord> others) {
    return new BookState(
        seq,
        origin,
        jobs,
        open,
        accounts,
        ledger,
        others,
        keys,
        cycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  /** Returns the same with all jobs and entries of the ledger, of which it has none yet. */
  BookState withAll(
      SortedMap<String, JobRecord> all, SortedMap<LedgerEntry.Key, LedgerEntry> entries) {
    var allKeys = new TreeMap<String, KeyRecord>();
    keys.entries().forEach(each -> allKeys.put(each.key(), each.value()));
    long next = nextNumber;
    for (var job : all.values()) {
      job.key().ifPresent(key -> allKeys.put(job.keyName(key), job.made()));
      next = Math.max(next, job.number() + 1);
    }
    var work = open.withAll(all.values());
    var counted = work.tally();
    for (var entry : entries.values()) {
      counted = counted.with(entry, 1);
    }
    return new BookState(
        seq,
        origin,
        SortedTree.of(all),
        work.with(counted),
        accounts,
        SortedTree.of(entries),
        tokens,
        SortedTree.of(allKeys),
        cycles,
        next,
        drains,
        market,
        rules);
  }

  BookState restored(SnapshotRow.Head head) {
    return new BookState(
        head.seq(),
        head.origin(),
        jobs,
        open,
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        head.nextNumber(),
        drains,
        market,
        rules);
  }

  BookState withKey(String name, KeyRecord made) {
    if (keys.get(name).isPresent()) {
      throw new IllegalStateException("the key %s is used".formatted(name));
    }
    return withKeyRow(name, made);
  }

  BookState withKeyRow(String key, KeyRecord made) {
    return new BookState(
        seq,
        origin,
        jobs,
        open,
        accounts,
        ledger,
        tokens,
        keys.with(key, made),
        cycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  /** A cycle; the first one is forgotten where there are many, as one begins in each period. */
  BookState with(CycleRecord cycle) {
    var more = cycles.with(cycle.number(), cycle);
    boolean isFull = more.size() > CYCLES_KEPT;
    return new BookState(
        seq,
        origin,
        jobs,
        open,
        accounts,
        ledger,
        tokens,
        keys,
        isFull ? more.without(more.entries().iterator().next().key()) : more,
        nextNumber,
        drains,
        market,
        rules);
  }

  BookState without(
      SortedTree<String, JobRecord> otherJobs,
      SortedTree<String, KeyRecord> otherKeys,
      SortedTree<Integer, CycleRecord> otherCycles,
      SortedTree<LedgerEntry.Key, LedgerEntry> otherLedger,
      List<JobRecord> over) {
    var left = open.forgotten(over);
    return new BookState(
        seq,
        origin,
        otherJobs,
        left.with(left.tally().without(ledger, otherLedger)),
        accounts,
        otherLedger,
        tokens,
        otherKeys,
        otherCycles,
        nextNumber,
        drains,
        market,
        rules);
  }

  BookState withDrains(SortedTree<String, DrainRecord> others) {
    return new BookState(
        seq,
        origin,
        jobs,
        open,
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        nextNumber,
        others,
        market,
        rules);
  }

  BookState with(Market other) {
    return new BookState(
        seq,
        origin,
        jobs,
        open.with(market, other),
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        nextNumber,
        drains,
        other,
        rules);
  }

  BookState with(SchedulerRules others) {
    return new BookState(
        seq,
        origin,
        jobs,
        open,
        accounts,
        ledger,
        tokens,
        keys,
        cycles,
        nextNumber,
        drains,
        market,
        Optional.of(others));
  }

  /** A job that must be there. */
  JobRecord require(String id) {
    return job(id)
        .orElseThrow(() -> new IllegalStateException("job %s was never submitted".formatted(id)));
  }

  /** A job in another state. */
  JobRecord moved(JobRecord job, JobState next, Reason why, long at) {
    if (!job.state().mayBecome(next)) {
      throw new IllegalStateException(
          "job %s is %s and cannot be %s".formatted(job.id(), job.state().label(), next.label()));
    }
    return job.in(next, why, at);
  }
}
