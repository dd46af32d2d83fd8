package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Job in the book.
 *
 * @param id id of the job, sortable by time
 * @param number number of the current attempt for the scheduler
 * @param user submitting user
 * @param key idempotency key of the submission
 * @param digest digest of the body of the submission
 * @param version number of the last event that changed the job
 * @param reason reason for the state, as a code and a sentence
 * @param attempt current attempt, from 1
 * @param excused number of earlier attempts that a drain or a site has ended; they do not count
 *     towards the highest number of attempts
 * @param parts parts of the current attempt in the order of nodes; empty before the booking
 * @param cancelAsked whether the end of the job was requested
 * @param movable whether the job may move to an earlier window
 * @param move parts of the earlier window to which the booked job moves when sites confirm it;
 *     empty if no move is planned
 */
@RecordBuilder
public record JobRecord(
    String id,
    long number,
    String user,
    JobSpec spec,
    Optional<String> key,
    String digest,
    long version,
    JobState state,
    Reason reason,
    int attempt,
    int excused,
    List<PartRecord> parts,
    Times times,
    Funds money,
    boolean cancelAsked,
    boolean movable,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PartRecord> move)
    implements JobRecordBuilder.With {

  /** Reason for the state of a job. */
  public record Reason(String code, String text) {
    /** Empty reason. */
    public static final Reason NONE = new Reason("none", "");

    /** Code of a waiting job with which no cycle could be planned. Cycles skip the job. */
    public static final String CANNOT_BE_PLANNED = ReasonCode.CANNOT_BE_PLANNED.label();

    private static final List<String> TRIED =
        Stream.of(
                ReasonCode.NO_ALTERNATIVE,
                ReasonCode.BEHIND_ANOTHER,
                ReasonCode.NOT_YET,
                ReasonCode.PRICE_LIMIT,
                ReasonCode.BELOW_ANY_PRICE,
                ReasonCode.BALANCE)
            .map(ReasonCode::label)
            .toList();

    private static final List<String> EXCUSED =
        Stream.of(
                ReasonCode.NODE_DRAINED,
                ReasonCode.DEPENDENCY,
                ReasonCode.WORKFLOW_ORDER,
                ReasonCode.SITE_REFUSED,
                ReasonCode.SITE_SILENT,
                ReasonCode.SITE_TOOK_BACK,
                ReasonCode.SITE_KEPT_NODE)
            .map(ReasonCode::label)
            .toList();

    /**
     * Returns whether the job waits because a cycle has searched for a window for the job and found
     * none.
     */
    public boolean wasTried() {
      return TRIED.contains(code);
    }

    /**
     * Returns whether an attempt that ended for this reason was ended by a drain, a site or a job
     * that this job depends on.
     */
    boolean isExcused() {
      return EXCUSED.contains(code);
    }

    /** Returns the reason for a failure by exit status; empty if all parts exited with 0. */
    public static Optional<Reason> ofExit(List<PartRecord> parts) {
      return PartRecord.withGreatestExit(parts)
          .filter(part -> part.exitStatus().orElse(0) != 0)
          .map(part -> ReasonCode.NON_ZERO_EXIT.reason(exitText(parts.indexOf(part), part)));
    }

    private static String exitText(int number, PartRecord part) {
      int status = part.exitStatus().orElse(0);
      return part.signal()
          .map(
              signal ->
                  "part %d on %s was ended by signal %s (exit status %d)"
                      .formatted(number, part.node(), signal, status))
          .orElseGet(
              () ->
                  "part %d on %s ended with exit status %d".formatted(number, part.node(), status));
    }
  }

  /** Times at which a job entered its states. */
  public record Times(
      Instant submitted,
      Optional<Instant> booked,
      Optional<Instant> started,
      Optional<Instant> ended) {
    /** Returns a copy of a job that was booked at an instant and has not started. */
    Times bookedAt(Instant at) {
      return new Times(submitted, Optional.of(at), Optional.empty(), Optional.empty());
    }
  }

  /**
   * Money of a job, in 1/1000.
   *
   * @param held amount held for its current window
   * @param charged amount paid to owners
   * @param paidBack held amount that was paid back
   * @param lapsing part of the held amount that lapses if it is paid back
   */
  public record Funds(
      long held,
      long charged,
      long paidBack,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) LapsingMoney lapsing) {
    static final Funds ZERO = new Funds(0, 0, 0);

    public Funds {
      lapsing = lapsing == null ? LapsingMoney.NONE : lapsing; // absent in snapshots
    }

    /** Creates amounts of which no part lapses. */
    Funds(long held, long charged, long paidBack) {
      this(held, charged, paidBack, LapsingMoney.NONE);
    }

    Funds hold(long milli, LapsingMoney part) {
      return new Funds(held + milli, charged, paidBack, lapsing.plus(part));
    }

    /** Pays owners; held money that lapses first is paid first. */
    Funds charge(long milli) {
      return new Funds(
          held - milli, charged + milli, paidBack, lapsing.minus(lapsing.first(milli)));
    }

    Funds payBack(long milli, LapsingMoney part) {
      return new Funds(held - milli, charged, paidBack + milli, lapsing.minus(part));
    }

    Funds payBackAll() {
      return payBack(held, lapsing);
    }
  }

  public JobRecord {
    parts = List.copyOf(parts);
    move = move == null ? List.of() : List.copyOf(move); // absent in snapshots
  }

  static JobRecord submitted(BookEvent.JobSubmitted e, Instant at, long seq) {
    return new JobRecord(
        e.id(),
        e.number(),
        e.user(),
        e.spec(),
        e.key(),
        e.digest(),
        seq,
        JobState.WAITING,
        Reason.NONE,
        1,
        0,
        List.of(),
        new Times(at, Optional.empty(), Optional.empty(), Optional.empty()),
        Funds.ZERO,
        false,
        false,
        List.of());
  }

  /** Returns the name that the idempotency key of the submission has in the book. */
  String keyName(String text) {
    return IdempotencyKeys.name(user, spec.account(), text);
  }

  /** Returns the record for the idempotency key of the submission. */
  BookState.KeyRecord made() {
    return new BookState.KeyRecord(digest, id);
  }

  /** Returns the window of the current attempt; empty before the booking. */
  public Optional<Window> window() {
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    var booked = new ArrayList<Part>();
    parts.forEach(part -> booked.add(part.booked()));
    return Optional.of(new Window(booked));
  }

  /** Returns whether a move of the job is planned, which sites have to confirm. */
  @JsonIgnore
  public boolean isMoving() {
    return !move.isEmpty();
  }

  /** Returns the job with its planned move as its booking. */
  public JobRecord asMoved() {
    return with().parts(move).move(List.of()).build();
  }

  /** Returns the names of the nodes of the current attempt, in the order of its parts. */
  public List<String> nodes() {
    return parts.stream().map(PartRecord::node).toList();
  }

  /** Returns the part with the greatest exit status; empty if no part has ended. */
  public Optional<PartRecord> greatestExit() {
    return PartRecord.withGreatestExit(parts);
  }

  /** Returns the greatest exit status of the parts; empty if no part has ended. */
  public Optional<Integer> exitStatus() {
    return greatestExit().flatMap(PartRecord::exitStatus);
  }

  /**
   * Returns the charged amount if the job has ended, otherwise the cost of its window, if any, in
   * 1/1000.
   */
  public Optional<Long> costMilli() {
    return state.isFinal() ? Optional.of(money.charged()) : window().map(Window::costMilli);
  }

  /** Returns whether the job ended before an instant. */
  public boolean wasOver(Instant before) {
    return times.ended().filter(before::isAfter).isPresent();
  }

  /** Returns the number of attempts that count towards the highest number of attempts. */
  public int countedAttempts() {
    return attempt - excused;
  }

  JobRecord in(JobState next, Reason why, long seq) {
    var ofMove = next == state ? move : List.<PartRecord>of();
    return with().state(next).reason(why).version(seq).move(ofMove).build();
  }

  /**
   * Returns the job, changed to FAILED if it is FINISHED with an exit status other than 0. Such
   * jobs are in books of versions in which FAILED did not include them.
   */
  JobRecord failedByExit() {
    return state == JobState.FINISHED
        ? Reason.ofExit(parts).map(why -> in(JobState.FAILED, why, version)).orElse(this)
        : this;
  }

  JobRecord with(PartRecord part, int at, long seq) {
    var others = new ArrayList<>(parts);
    others.set(at, part);
    return withParts(others).withVersion(seq);
  }

  /** Returns the job, booked in a window. */
  JobRecord with(List<PartRecord> others, boolean mayMove, long seq) {
    return with().parts(others).movable(mayMove).move(List.of()).version(seq).build();
  }

  JobRecord again(long nextNumber, Reason why, long seq) {
    return with()
        .number(nextNumber)
        .version(seq)
        .state(JobState.WAITING)
        .reason(why)
        .attempt(attempt + 1)
        .excused(excused + (why.isExcused() ? 1 : 0))
        .parts(List.of())
        .move(List.of())
        .times(new Times(times.submitted(), Optional.empty(), Optional.empty(), Optional.empty()))
        .build();
  }
}
