package io.metasched.resource.model;

/**
 * Identifies a job among all virtual organizations; ordered by organization, then number.
 *
 * @param vo the virtual organization, 0 where there is only one
 * @param number the job's number within it, at least 0
 */
public record JobId(int vo, long number) implements Comparable<JobId> {
  /** The job of that number of the only virtual organization. */
  public static JobId of(long number) {
    return new JobId(0, number);
  }

  @Override
  public int compareTo(JobId other) {
    int byOrganization = Integer.compare(vo, other.vo);
    return byOrganization != 0 ? byOrganization : Long.compare(number, other.number);
  }

  /** The bare number for organization 0, else {@code vo/number}. */
  @Override
  public String toString() {
    return vo == 0 ? Long.toString(number) : vo + "/" + number;
  }
}
