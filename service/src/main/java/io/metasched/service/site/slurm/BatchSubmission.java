package io.metasched.service.site.slurm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Job to be submitted: a script on whole nodes, never requeued by Slurm.
 *
 * @param name name by which the job is found if the response is lost
 * @param comment comment stored with the job
 * @param script text of the script, beginning with {@code #!}
 * @param nodes nodes on which the job runs, at least one
 * @param limit time limit, rounded up to whole minutes, at least one. A job does not start if its
 *     limit overlaps the next reservation of one of its nodes
 * @param reservation reservation in which the job runs, if any
 * @param partition partition of the job; empty for the site's default
 * @param account account of the site that is charged; empty for the user's default
 * @param runAs user under which the job runs; only root may set it; empty for the caller
 * @param folder absolute path of the working folder
 * @param output absolute path of the output file
 * @param memoryMib memory on each node in MiB, at least 1; empty for the site's default
 */
public record BatchSubmission(
    String name,
    String comment,
    String script,
    List<String> nodes,
    Duration limit,
    Optional<String> reservation,
    Optional<String> partition,
    Optional<String> account,
    Optional<User> runAs,
    String folder,
    String output,
    OptionalLong memoryMib) {
  private static final int MINUTE_SECONDS = 60;

  /**
   * User of a site with a group: without the group, a job submitted by root would run with root's
   * group.
   */
  public record User(String name, String group) {
    /**
     * @throws IllegalArgumentException for a name that is not allowed
     */
    public User {
      SlurmName.require(name);
      SlurmName.require(group);
    }
  }

  /**
   * @throws IllegalArgumentException for a name that is not allowed, a script without {@code #!},
   *     no nodes, a limit that is not positive or a relative path
   */
  public BatchSubmission {
    nodes = List.copyOf(nodes);
    nodes.forEach(SlurmName::require);
    reservation.ifPresent(SlurmName::require);
    partition.ifPresent(SlurmName::require);
    account.ifPresent(SlurmName::require);
    if (nodes.isEmpty() || limit.isNegative() || limit.isZero() || !script.startsWith("#!")) {
      throw new IllegalArgumentException(
          "job %s needs a node, a time limit and a script that begins with #!".formatted(name));
    }
    if (memoryMib.orElse(1) < 1) {
      throw new IllegalArgumentException("job %s needs memory of at least 1 MiB".formatted(name));
    }
    if (!folder.startsWith("/") || !output.startsWith("/")) {
      throw new IllegalArgumentException("job %s needs absolute paths".formatted(name));
    }
    if (hasControl(name) || hasControl(comment) || hasControl(folder) || hasControl(output)) {
      throw new IllegalArgumentException("job %s has a control character".formatted(name.strip()));
    }
  }

  /** Creates a job with the memory that is the site's default. */
  public BatchSubmission(
      String name,
      String comment,
      String script,
      List<String> nodes,
      Duration limit,
      Optional<String> reservation,
      Optional<String> partition,
      Optional<String> account,
      Optional<User> runAs,
      String folder,
      String output) {
    this(
        name,
        comment,
        script,
        nodes,
        limit,
        reservation,
        partition,
        account,
        runAs,
        folder,
        output,
        OptionalLong.empty());
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }

  /** Returns the time limit in whole minutes, the form in which Slurm stores it. */
  public long limitMinutes() {
    return Math.max(1, (limit.toSeconds() + MINUTE_SECONDS - 1) / MINUTE_SECONDS);
  }
}
