package io.metasched.service.run;

import java.util.Comparator;

/**
 * Id of a run: one part of one attempt of a job. Ordered by job, attempt, part.
 *
 * @param job id of the job: 1 to 64 letters, digits, dots, dashes and underscores, so that it is a
 *     valid folder name
 * @param attempt number of the attempt, from 1; each new placement of the job increments the number
 * @param part index of the part, from 0
 */
public record RunId(String job, int attempt, int part) implements Comparable<RunId> {
  private static final Comparator<RunId> ORDER =
      Comparator.comparing(RunId::job).thenComparing(RunId::attempt).thenComparing(RunId::part);

  /**
   * @throws IllegalArgumentException for a number out of its range, or an id that is not a valid
   *     folder name
   */
  public RunId {
    if (!job.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}") || attempt < 1 || part < 0) {
      throw new IllegalArgumentException(
          "a run needs a job id of letters, digits, dots, dashes and underscores, an attempt of at"
              + " least 1 and a part of at least 0");
    }
  }

  @Override
  public int compareTo(RunId other) {
    return ORDER.compare(this, other);
  }

  /** Returns job, attempt and part, joined by dots. */
  @Override
  public String toString() {
    return job + "." + attempt + "." + part;
  }
}
