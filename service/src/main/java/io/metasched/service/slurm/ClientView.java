package io.metasched.service.slurm;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.plan.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Book as one client sees it.
 *
 * @param principal token of the client
 */
public record ClientView(
    BookState state, Fleet fleet, Instant now, TokenRecord principal, ClientCall call) {
  /** Time for which jobs that have ended are listed with the others. */
  static final Duration MIN_JOB_AGE = Duration.ofMinutes(5);

  static final String CLUSTER = "metasched";
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

  /** Returns whether the client may see a job completely. */
  boolean maySee(JobRecord job) {
    return principal.maySee(job.spec().account());
  }

  /** Returns the job with a number, if the client may see the job. */
  Optional<JobRecord> job(String text) {
    return text.matches("\\d{1,10}")
        ? state.jobOfNumber(Long.parseLong(text)).filter(this::maySee)
        : Optional.empty();
  }

  /** Returns whether a job belongs to a user, who is named as on the client's machine. */
  boolean isOf(JobRecord job, String user) {
    return job.user().equals(user.equals(call.user()) ? principal.principal() : user);
  }

  /** Returns the user of a job: the name on the client's machine for the client's own jobs. */
  String user(JobRecord job) {
    return job.user().equals(principal.principal()) ? call.user() : job.user();
  }

  /** Returns whether a job has ended so long ago that only accounting lists it. */
  boolean isOld(JobRecord job) {
    return job.wasOver(now.minus(MIN_JOB_AGE));
  }

  /** Returns a time in the client's zone, or as SLURM_TIME_FORMAT requires. */
  String time(Instant at) {
    var whole = at.truncatedTo(ChronoUnit.SECONDS);
    return call.variable("SLURM_TIME_FORMAT").filter("%s"::equals).isPresent()
        ? String.valueOf(whole.getEpochSecond())
        : LOCAL.format(whole.atOffset(call.zone()));
  }
}
