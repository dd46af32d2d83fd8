package io.metasched.lab.check;

import java.util.List;

/**
 * Jobs and reservations of a site with its own resource manager, as the site had them at each
 * instant. All times are in nanoseconds since 1970.
 *
 * @param domain domain of the site's nodes at the service
 * @param isAdvised whether the site reserves nothing and sells advised windows
 * @param leadNanos time before each window in which the site prepares a part
 * @param jobs jobs, of local users and of the service
 * @param holds reservations for the service, also deleted ones; one with another time is another
 * @param restless spans in which the site or the service could not work as usual
 */
public record SiteTable(
    String domain,
    boolean isAdvised,
    long leadNanos,
    List<Job> jobs,
    List<Hold> holds,
    List<Span> restless) {

  public SiteTable {
    jobs = List.copyOf(jobs);
    holds = List.copyOf(holds);
    restless = List.copyOf(restless);
  }

  /** Span of time; the end is exclusive. */
  public record Span(long from, long until) {}

  /**
   * Job of the site.
   *
   * @param isLocal whether it belongs to a local user
   * @param nodes nodes that it needs, by their names at the service
   * @param limitNanos time limit
   * @param waiting spans in which it waited
   * @param running spans in which it had its nodes; several if the site lost its start
   * @param isOver whether it has ended
   */
  public record Job(
      long id,
      String name,
      boolean isLocal,
      List<String> nodes,
      long limitNanos,
      List<Span> waiting,
      List<Span> running,
      boolean isOver) {
    public Job {
      nodes = List.copyOf(nodes);
      waiting = List.copyOf(waiting);
      running = List.copyOf(running);
    }
  }

  /**
   * Reservation for a part of a job.
   *
   * @param name job, attempt and part
   * @param node its node, by the name at the service
   * @param time time that it reserves
   * @param existed span in which the site had it; its end is {@link Long#MAX_VALUE} if it remained
   */
  public record Hold(String name, String node, Span time, Span existed) {}
}
