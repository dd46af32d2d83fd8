package io.metasched.service.slurm;

import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.ArrayRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.plan.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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
  private static final Pattern NUMBER =
      Pattern.compile("(\\d{1,10})(?:_(\\d{1,7}|\\[[\\d,:-]{1,1000}\\]))?");
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

  /** Returns whether the client may see a job completely. */
  boolean maySee(JobRecord job) {
    return principal.maySee(job.spec().account());
  }

  /** Returns the array with a number. */
  private Optional<ArrayRecord> array(String number) {
    for (var array : state.arrays().values()) {
      if (number.equals(String.valueOf(JobIds.number(array.id())))) {
        return Optional.of(array).filter(each -> principal.maySee(each.spec().account()));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the jobs that a text denotes, if the client may see them: the number of a job or of an
   * array, or elements of an array, such as {@code 12_7} or {@code 12_[1-3,5]}.
   */
  List<JobRecord> jobs(String text) {
    var parts = NUMBER.matcher(text);
    if (!parts.matches()) {
      return List.of();
    }
    var array = array(parts.group(1));
    if (parts.group(2) != null) {
      return array.map(each -> elements(each, parts.group(2))).orElse(List.of());
    }
    return array
        .map(state::elements)
        .orElseGet(
            () -> state.jobOfNumber(Long.parseLong(text)).filter(this::maySee).stream().toList());
  }

  private List<JobRecord> elements(ArrayRecord array, String indices) {
    try {
      var wanted = ArrayIndices.parse(indices.replaceAll("[\\[\\]]", ""));
      return state.elements(array).stream()
          .filter(job -> wanted.place(Integer.parseInt(JobIds.index(job.id()))) >= 0)
          .toList();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /** Returns the id of the job or array that a text denotes; empty for anything else. */
  Optional<String> id(String text) {
    var found = jobs(text);
    return text.indexOf('_') < 0 && array(text).isPresent()
        ? array(text).map(ArrayRecord::id)
        : found.size() == 1 ? Optional.of(found.get(0).id()) : Optional.empty();
  }

  /** Returns the principal of a user, who may be named as on the client's machine. */
  private String principal(String user) {
    return call.isUser(user) ? principal.principal() : user;
  }

  /** Returns whether a job belongs to a user, who may be named as on the client's machine. */
  boolean isOf(JobRecord job, String user) {
    return job.user().equals(principal(user));
  }

  /**
   * Throws unless a user has a token for an account, or a job, that the client may see.
   *
   * @throws ClientFaultException for any other user
   */
  void requireUser(String user) {
    if (!isKnown(principal(user))) {
      throw new ClientFaultException("Invalid user: " + user);
    }
  }

  private boolean isKnown(String name) {
    if (name.equals(principal.principal())) {
      return true;
    }
    for (var token : state.tokens().values()) {
      var accounts = token.accounts();
      boolean isVisible = accounts.isEmpty() || accounts.stream().anyMatch(principal::maySee);
      if (token.principal().equals(name) && isVisible) {
        return true;
      }
    }
    for (var job : state.jobs().values()) {
      if (job.user().equals(name) && maySee(job)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the user of a job: the name on the client's machine for the client's own jobs. */
  String user(JobRecord job) {
    return job.user().equals(principal.principal()) ? call.user() : job.user();
  }

  /** Returns whether a job has ended so long ago that only accounting lists it. */
  boolean isOld(JobRecord job) {
    return job.wasOver(now.minus(MIN_JOB_AGE));
  }

  /**
   * Parses a time, which is local if it has no date.
   *
   * @param name name of the option or variable
   * @throws ClientFaultException for any other text
   */
  Instant parsed(String name, String text) {
    return ClockText.parse(name, text, now, call.zone());
  }

  /** Returns a time in the client's zone, or as SLURM_TIME_FORMAT requires. */
  String time(Instant at) {
    var whole = at.truncatedTo(ChronoUnit.SECONDS);
    return call.variable("SLURM_TIME_FORMAT").filter("%s"::equals).isPresent()
        ? String.valueOf(whole.getEpochSecond())
        : LOCAL.format(whole.atOffset(call.zone()));
  }
}
