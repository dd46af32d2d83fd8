package io.metasched.service.book;

import io.metasched.service.run.StoredInput;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stored amounts by account, and the inputs still needed. Apart from the bytes written in a day,
 * the amounts are derived from jobs, claims and the ledger, and are stored to avoid counting.
 * Immutable.
 *
 * @param use use by account
 * @param inputs number of open jobs that need an input, by its SHA-256
 * @param inputBytes total bytes of these inputs, each input counted once per job
 * @param heapBytes estimated heap usage of all stored jobs, claims, and ledger entries of offers
 *     and transfers, in bytes
 * @param waiting number of waiting jobs by account, and by account and person
 * @param written bytes written by requests on the last day
 */
@RecordBuilder
public record Tally(
    SortedTree<String, Use> use,
    SortedTree<String, Integer> inputs,
    long inputBytes,
    long heapBytes,
    SortedTree<Waiter, Integer> waiting,
    Written written)
    implements TallyBuilder.With {
  /** Estimated heap usage of a job without its texts, in bytes: record, money, index. */
  private static final int JOB_BYTES = 3000;

  private static final int PART_BYTES = 500;
  private static final int ENTRY_BYTES = 200;

  /** Estimated heap usage of a transfer, in bytes: two entries of the ledger. */
  public static final long TRANSFER_BYTES = 2 * ENTRY_BYTES;

  /** Tally of a book without jobs and claims. */
  static final Tally NONE =
      new Tally(SortedTree.empty(), SortedTree.empty(), 0, 0, SortedTree.empty(), Written.NONE);

  /**
   * Use of one account.
   *
   * @param jobs number of open jobs
   * @param inputBytes bytes of the inputs of these jobs
   * @param claims number of open claims
   * @param heapBytes estimated heap usage of all stored items of the account, in bytes
   */
  public record Use(int jobs, long inputBytes, int claims, long heapBytes) {
    /** Empty use. */
    public static final Use NONE = new Use(0, 0, 0, 0);

    private Use plus(Use more, int times) {
      return new Use(
          jobs + times * more.jobs,
          inputBytes + times * more.inputBytes,
          claims + times * more.claims,
          heapBytes + times * more.heapBytes);
    }
  }

  /**
   * Owner of waiting jobs.
   *
   * @param user person in the account; empty for all persons
   */
  record Waiter(String account, String user) implements Comparable<Waiter> {
    @Override
    public int compareTo(Waiter other) {
      int byAccount = account.compareTo(other.account);
      return byAccount != 0 ? byAccount : user.compareTo(other.user);
    }
  }

  /** Returns the number of waiting jobs of an account. */
  public int waiting(String account) {
    return waiting(account, "");
  }

  /** Returns the number of waiting jobs of a person in an account. */
  public int waiting(String account, String user) {
    return waiting.get(new Waiter(account, user)).orElse(0);
  }

  public Use of(String account) {
    return use.get(account).orElse(Use.NONE);
  }

  /** Returns the estimated heap usage of a job, in bytes. */
  public static long heapBytes(JobSpec spec) {
    long chars = (long) spec.name().length() + spec.run().chdir().map(String::length).orElse(0);
    chars += spec.mail().map(mail -> mail.to().length()).orElse(0);
    for (var each : spec.labels().entrySet()) {
      chars += each.getKey().length() + each.getValue().length();
    }
    for (var each : spec.run().environment().entrySet()) {
      chars += each.getKey().length() + each.getValue().length();
    }
    for (var word : spec.run().command()) {
      chars += 50 + word.length();
    }
    for (var word : spec.requirements().properties()) {
      chars += 50 + word.length();
    }
    for (var each : spec.after()) {
      chars += 50 + each.job().length();
    }
    for (var input : spec.run().input()) {
      chars += 300 + input.path().length();
    }
    return JOB_BYTES + (spec.nodes() - 1L) * PART_BYTES + 2 * chars;
  }

  /**
   * Returns the name under which a claim is counted; claims of owners, who pay nothing, are counted
   * under the owner.
   */
  public static String payer(String account, String user) {
    return account.isEmpty() ? BookState.ownerKeys(user) : account;
  }

  private static Use of(JobRecord job) {
    boolean isOpen = !job.state().isFinal();
    long bytes = isOpen ? StoredInput.bytes(job.spec().run().input()) : 0;
    return new Use(isOpen ? 1 : 0, bytes, 0, heapBytes(job.spec()));
  }

  private static Use of(ClaimRecord claim) {
    long bytes = JOB_BYTES / 2 + (long) PART_BYTES * claim.nodes().size();
    return new Use(0, 0, claim.takesTime() ? 1 : 0, bytes);
  }

  // --- changes by a fold

  /** Returns a copy with a changed or new job. */
  @SuppressWarnings("ReferenceEquality") // most changes leave the spec unchanged
  Tally with(Optional<JobRecord> before, JobRecord job) {
    boolean isSame =
        before.isPresent()
            && before.get().spec() == job.spec()
            && before.get().state().isFinal() == job.state().isFinal()
            && isWaiting(before.get()) == isWaiting(job);
    return isSame ? this : before.map(this::without).orElse(this).with(job, 1);
  }

  /** Returns a copy without a deleted job. */
  Tally without(JobRecord job) {
    return with(job, -1);
  }

  private Tally with(JobRecord job, int times) {
    var counted = with(job.spec().account(), of(job), times);
    var needed = inputs;
    for (var input : job.state().isFinal() ? List.<StoredInput>of() : job.spec().run().input()) {
      int jobs = needed.get(input.sha256()).orElse(0) + times;
      needed = jobs == 0 ? needed.without(input.sha256()) : needed.with(input.sha256(), jobs);
    }
    return counted.with().inputs(needed).waiting(waiting(job, times)).build();
  }

  private static boolean isWaiting(JobRecord job) {
    return job.state() == JobState.WAITING;
  }

  private SortedTree<Waiter, Integer> waiting(JobRecord job, int times) {
    var counts = waiting;
    if (isWaiting(job)) {
      for (var user : List.of("", job.user())) {
        var key = new Waiter(job.spec().account(), user);
        int jobs = counts.get(key).orElse(0) + times;
        counts = jobs == 0 ? counts.without(key) : counts.with(key, jobs);
      }
    }
    return counts;
  }

  private Tally with(String account, Use more, int times) {
    var sum = of(account).plus(more, times);
    return new Tally(
        sum.equals(Use.NONE) ? use.without(account) : use.with(account, sum),
        inputs,
        inputBytes + times * more.inputBytes,
        heapBytes + times * more.heapBytes,
        waiting,
        written);
  }

  /** Returns a copy with created, ended and deleted claims. */
  Tally with(Market before, Market after) {
    var changed = new ArrayList<Tally>(List.of(this));
    after
        .claims()
        .changesSince(
            before.claims(),
            (id, old, now) -> {
              old.ifPresent(claim -> changed.set(0, changed.get(0).with(claim, -1)));
              now.ifPresent(claim -> changed.set(0, changed.get(0).with(claim, 1)));
            });
    return changed.get(0);
  }

  /** Adds an entry of the ledger {@code times} times: 1 to add, -1 to delete. */
  Tally with(LedgerEntry entry, int times) {
    return entry.isCounted()
        ? with(entry.key().account(), new Use(0, 0, 0, ENTRY_BYTES), times)
        : this;
  }

  /** Returns a copy without deleted entries of the ledger. */
  Tally without(
      SortedTree<LedgerEntry.Key, LedgerEntry> before,
      SortedTree<LedgerEntry.Key, LedgerEntry> after) {
    var changed = new ArrayList<Tally>(List.of(this));
    after.changesSince(
        before,
        (key, old, now) -> {
          old.ifPresent(entry -> changed.set(0, changed.get(0).with(entry, -1)));
          now.ifPresent(entry -> changed.set(0, changed.get(0).with(entry, 1)));
        });
    return changed.get(0);
  }

  private Tally with(ClaimRecord claim, int times) {
    return with(payer(claim.account(), claim.user()), of(claim), times);
  }
}
