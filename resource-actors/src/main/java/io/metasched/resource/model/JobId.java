package io.metasched.resource.model;

/**
 * Identifier of a job, unique among all virtual organizations. Ordered by organization, then
 * number.
 *
 * @param vo number of the virtual organization; 0 if there is only one
 * @param number number of the job within the organization, at least 0
 */
public record JobId(int vo, long number) implements Comparable<JobId> {
  /** Returns the id of job {@code number} of the only virtual organization. */
  public static JobId of(long number) {
    return new JobId(0, number);
  }

  @Override
  public int compareTo(JobId other) {
    int byOrganization = Integer.compare(vo, other.vo);
    return byOrganization != 0 ? byOrganization : Long.compare(number, other.number);
  }

  /** Returns {@code number} for organization 0, otherwise {@code vo/number}. */
  @Override
  public String toString() {
    return vo == 0 ? Long.toString(number) : vo + "/" + number;
  }
}
