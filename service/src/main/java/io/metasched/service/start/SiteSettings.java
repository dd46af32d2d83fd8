package io.metasched.service.start;

import com.typesafe.config.Config;
import io.metasched.service.agent.link.SiteTitle;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.site.SiteName;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.slurm.SlurmRights;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings for an agent of a site with its own resource manager.
 *
 * @param interval time between two readings of the site, 1 s to 20 s: after 30 s without a reading,
 *     services count a site as unread
 * @param promise whether the site's nodes are sold
 * @param lead time before each window in which the site prepares a part, 0 s to an hour
 * @param slurm settings for sites with Slurm
 */
public record SiteSettings(
    Duration interval, SiteTerms.Promise promise, Duration lead, Slurm slurm) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final Duration LONGEST_MARGIN = Duration.ofDays(1);

  /**
   * Settings for sites with Slurm.
   *
   * @param conf path of {@code slurm.conf}, if not the default of Slurm's programs
   * @param programs folder of Slurm's programs, if they are not on the usual PATH
   * @param partition partition whose nodes are offered; may be empty
   * @param margin time from the limit of a job of the site until its nodes count as free
   * @param respectsPlans whether the spans planned by Slurm for waiting jobs of the site are taken
   * @param user user of the batch jobs; empty for the agent's user
   * @param users users of the batch jobs of single accounts
   * @param borrowed reservation that the site has made for the agent's jobs
   * @param ownsPartition whether the partition is for the agent's jobs only
   * @param nodeFolder folder on each node for runs, if nodes and agent share no file system
   */
  public record Slurm(
      Optional<Path> conf,
      Optional<Path> programs,
      String partition,
      Duration margin,
      boolean respectsPlans,
      Optional<String> user,
      SortedMap<String, String> users,
      Optional<String> borrowed,
      boolean ownsPartition,
      Optional<Path> nodeFolder) {
    /** Returns the right by which windows are kept. */
    SlurmRights rights(SiteTerms.Promise promise) {
      boolean isFree = ownsPartition || promise == SiteTerms.Promise.ADVISED;
      return borrowed.map(SlurmRights::in).orElse(isFree ? SlurmRights.NONE : SlurmRights.OPERATOR);
    }
  }

  /**
   * Reads a section of conf/agent.conf.
   *
   * @param root path of the section, for messages
   */
  static SiteSettings read(Config config, String root) {
    var slurm = config.getConfig("slurm");
    var pending = slurm.getString("respect-pending");
    if (!pending.equals("none") && !pending.equals("planned")) {
      throw new AgentException(
          "%s.slurm.respect-pending: allowed is none or planned, given was '%s'"
              .formatted(root, pending));
    }
    return new SiteSettings(
        within(SHORTEST, LONGEST, config, "read", root),
        promise(config.getString("sells"), root + ".sells"),
        within(Duration.ZERO, SiteTitle.LONGEST_LEAD, config, "lead", root),
        new Slurm(
            path(slurm.getString("conf")),
            path(slurm.getString("programs")),
            slurm.getString("partition"),
            within(Duration.ZERO, LONGEST_MARGIN, slurm, "margin", root + ".slurm"),
            pending.equals("planned"),
            name(slurm, "user", "the name of a user", root),
            users(slurm.getConfig("users"), root + ".slurm.users"),
            name(slurm, "borrowed-reservation", "the name of a reservation", root),
            slurm.getBoolean("borrowed-partition"),
            nodeFolder(slurm, root)));
  }

  private static SiteTerms.Promise promise(String text, String place) {
    return switch (text) {
      case "firm" -> SiteTerms.Promise.FIRM;
      case "advised" -> SiteTerms.Promise.ADVISED;
      case "nothing" -> SiteTerms.Promise.SHADOW;
      default ->
          throw new AgentException(
              "%s: allowed is nothing, firm or advised, given was '%s'".formatted(place, text));
    };
  }

  private static Optional<String> name(Config slurm, String key, String allowed, String root) {
    var name = slurm.getString(key);
    if (!name.isEmpty() && !SiteName.isAllowed(name)) {
      throw new AgentException(
          "%s.slurm.%s: allowed is %s, given was '%s'".formatted(root, key, allowed, name));
    }
    return Optional.of(name).filter(given -> !given.isEmpty());
  }

  private static SortedMap<String, String> users(Config config, String root) {
    var users = new TreeMap<String, String>();
    for (var entry : config.root().entrySet()) {
      var name = String.valueOf(entry.getValue().unwrapped());
      if (!SiteName.isAllowed(name)) {
        throw new AgentException(
            "%s.%s: allowed is the name of a user, given was '%s'"
                .formatted(root, entry.getKey(), name));
      }
      users.put(entry.getKey(), name);
    }
    return users;
  }

  private static Optional<Path> path(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text).toAbsolutePath());
  }

  private static Optional<Path> nodeFolder(Config slurm, String root) {
    var text = slurm.getString("node-folder");
    if (!text.isEmpty() && !text.matches("/[^\\p{Cntrl}]{0,1000}")) {
      throw new AgentException(
          "%s.slurm.node-folder: allowed is an absolute path of up to 1000 characters, given was '%s'"
              .formatted(root, text));
    }
    return Optional.of(text).filter(path -> !path.isEmpty()).map(Path::of);
  }

  private static Duration within(
      Duration least, Duration most, Config config, String key, String root) {
    var given = config.getDuration(key);
    if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
      throw new AgentException(
          "%s.%s: allowed is %ds to %ds, given was %s"
              .formatted(
                  root,
                  key,
                  least.toSeconds(),
                  most.toSeconds(),
                  config.getValue(key).unwrapped()));
    }
    return given;
  }

  /** Returns these settings with another partition. */
  public SiteSettings ofPartition(String name) {
    return new SiteSettings(
        interval,
        promise,
        lead,
        new Slurm(
            slurm.conf(),
            slurm.programs(),
            name,
            slurm.margin(),
            slurm.respectsPlans(),
            slurm.user(),
            slurm.users(),
            slurm.borrowed(),
            slurm.ownsPartition(),
            slurm.nodeFolder()));
  }

  /**
   * Returns a copy of these settings with another value of {@code sells}.
   *
   * @throws AgentException if it is not {@code nothing}, {@code firm} or {@code advised}
   */
  public SiteSettings selling(String sells) {
    return new SiteSettings(interval, promise(sells, "--sells"), lead, slurm);
  }
}
