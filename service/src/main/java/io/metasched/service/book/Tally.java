package io.metasched.service.book;

import io.metasched.service.run.StoredInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the book keeps, counted by account, and the inputs that are still needed. It follows from
 * jobs, claims and the ledger, and is kept beside them, but for the bytes of a day. Immutable.
 *
 * @param use of each account
 * @param inputs how many open jobs need an input, by its SHA-256
 * @param inputBytes what they take together, each counted once for each job
 * @param heapBytes roughly what all jobs, claims and lines of offers that are kept take of the heap
 * @param written by requests on the last day
 */
public record Tally(
    SortedTree<String, Use> use,
    SortedTree<String, Integer> inputs,
    long inputBytes,
    long heapBytes,
    Written written) {
  /** Roughly what a job takes of the heap beside its texts: its record, its money, its index. */
  private static final int JOB_BYTES = 3000;

  private static final int PART_BYTES = 500;
  private static final int ENTRY_BYTES = 200;

  /** A book without jobs and claims. */
  static final Tally NONE = new Tally(SortedTree.empty(), SortedTree.empty(), 0, 0, Written.NONE);

  /**
   * The use of one account.
   *
   * @param jobs that are not over
   * @param inputBytes what their inputs take
   * @param claims that are not over
   * @param heapBytes roughly what all that is kept of it takes of the heap
   */
  public record Use(int jobs, long inputBytes, int claims, long heapBytes) {
    /** Nothing. */
    public static final Use NONE = new Use(0, 0, 0, 0);

    private Use plus(Use more, int times) {
      return new Use(
          jobs + times * more.jobs,
          inputBytes + times * more.inputBytes,
          claims + times * more.claims,
          heapBytes + times * more.heapBytes);
    }
  }

  /** Returns the use of an account. */
  public Use of(String account) {
    return use.get(account).orElse(Use.NONE);
  }

  /** Returns what a job takes roughly of the heap. */
  public static long heapBytes(JobSpec spec) {
    long chars = (long) spec.name().length() + spec.run().chdir().map(String::length).orElse(0);
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
    for (var input : spec.run().input()) {
      chars += 300 + input.path().length();
    }
    return JOB_BYTES + (spec.nodes() - 1L) * PART_BYTES + 2 * chars;
  }

  /** Returns under what name a claim is counted: owners, who pay nothing, by their own. */
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

  // --- what a fold changes

  /** A job has changed, or is new. */
  @SuppressWarnings("ReferenceEquality") // most changes leave what it runs as it is
  Tally with(Optional<JobRecord> before, JobRecord job) {
    boolean isSame =
        before.isPresent()
            && before.get().spec() == job.spec()
            && before.get().state().isFinal() == job.state().isFinal();
    return isSame ? this : before.map(this::without).orElse(this).with(job, 1);
  }

  /** A job is kept no more. */
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
    return new Tally(counted.use, needed, counted.inputBytes, counted.heapBytes, written);
  }

  private Tally with(String account, Use more, int times) {
    var sum = of(account).plus(more, times);
    return new Tally(
        sum.equals(Use.NONE) ? use.without(account) : use.with(account, sum),
        inputs,
        inputBytes + times * more.inputBytes,
        heapBytes + times * more.heapBytes,
        written);
  }

  Tally with(Written other) {
    return new Tally(use, inputs, inputBytes, heapBytes, other);
  }

  /** Claims have been made, have ended, or are kept no more. */
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

  /** An entry of the ledger is kept, or is no more. */
  Tally with(LedgerEntry entry, int times) {
    return entry.isOfOffer()
        ? with(entry.key().account(), new Use(0, 0, 0, ENTRY_BYTES), times)
        : this;
  }

  /** Entries of the ledger are kept no more. */
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
