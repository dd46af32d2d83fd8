package io.metasched.service.slurm;

import io.metasched.service.book.JobRecord;
import io.metasched.service.book.ReasonCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** State of a job in Slurm's words. */
public enum StateCode {
  PENDING("PD"),
  CONFIGURING("CF"),
  RUNNING("R"),
  COMPLETING("CG"),
  COMPLETED("CD"),
  FAILED("F"),
  CANCELLED("CA"),
  TIMEOUT("TO"),
  NODE_FAIL("NF"),
  OUT_OF_MEMORY("OOM"),
  DEADLINE("DL"),
  // no job here has these states, but clients may select them
  BOOT_FAIL("BF"),
  PREEMPTED("PR"),
  REQUEUED("RQ"),
  RESIZING("RS"),
  REVOKED("RV"),
  SIGNALING("SI"),
  SPECIAL_EXIT("SE"),
  STAGE_OUT("SO"),
  STOPPED("ST"),
  SUSPENDED("S");

  private static final List<String> TOO_LATE =
      List.of(
          ReasonCode.DEADLINE.label(),
          ReasonCode.DEADLINE_PASSED.label(),
          ReasonCode.START_PASSED.label());

  private final String compact;

  StateCode(String compact) {
    this.compact = compact;
  }

  /** Returns the short form. */
  public String compact() {
    return compact;
  }

  /** Returns the state of a job. */
  public static StateCode of(JobRecord job) {
    return switch (job.state()) {
      case WAITING, PLACED, BOOKED -> PENDING;
      case STARTING -> CONFIGURING;
      case RUNNING -> job.cancelAsked() ? COMPLETING : RUNNING;
      case FINISHED -> COMPLETED;
      case FAILED -> isFor(job, ReasonCode.OUT_OF_MEMORY) ? OUT_OF_MEMORY : FAILED;
      case OVERRAN -> TIMEOUT;
      case WITHDRAWN -> CANCELLED;
      case REFUSED ->
          TOO_LATE.contains(job.reason().code())
              ? DEADLINE
              : isFor(job, ReasonCode.DEPENDENCY_MISSED) ? CANCELLED : FAILED;
      case LOST -> NODE_FAIL;
    };
  }

  private static boolean isFor(JobRecord job, ReasonCode code) {
    return job.reason().code().equals(code.label());
  }

  /** Parses a state in its long or short form, in any case. */
  static Optional<StateCode> parse(String text) {
    var word = text.toUpperCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(each -> each.name().equals(word) || each.compact.equals(word))
        .findFirst();
  }
}
