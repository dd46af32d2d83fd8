package io.metasched.service.start;

import io.metasched.service.agent.process.AgentException;
import io.metasched.service.site.SiteName;
import io.metasched.service.site.slurm.SlurmCli;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmException;
import io.metasched.service.site.slurm.SlurmSettings;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Resource managers of sites, by their names in the option {@code --site}. */
public final class Sites {
  private static final TreeMap<String, Function<SiteSettings, SiteOpening>> BY_NAME =
      new TreeMap<>();

  static {
    BY_NAME.put("slurm", Sites::slurm);
  }

  private Sites() {}

  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * Returns a site.
   *
   * @throws AgentException if no manager has this name, or one of its settings is missing
   */
  public static SiteOpening open(String name, SiteSettings settings) {
    var site = BY_NAME.get(name);
    if (site == null) {
      throw new AgentException(
          "--site: allowed is one of %s, given was '%s'".formatted(names(), name));
    }
    return site.apply(settings);
  }

  private static SiteOpening slurm(SiteSettings settings) {
    var given = settings.slurm();
    if (!SiteName.isAllowed(given.partition())) {
      throw new AgentException(
          "--partition, or metasched.agent.site.slurm.partition in agent.conf: allowed is the name"
              + " of a partition of Slurm, given was '%s'".formatted(given.partition()));
    }
    // as Slurm's programs would choose the file
    var conf =
        given
            .conf()
            .or(
                () ->
                    Optional.ofNullable(System.getenv("SLURM_CONF"))
                        .filter(path -> !path.isEmpty())
                        .map(Path::of));
    var slurm = new SlurmCli(SlurmSettings.of(conf, given.programs()), Sites::mark);
    if (given.nodeFolder().isPresent() && settings.promise().sells()) {
      requireAttach(slurm);
    }
    return slurm(slurm, settings);
  }

  private static void requireAttach(SlurmCli slurm) {
    try {
      slurm.requireAttach();
    } catch (SlurmException e) {
      throw new AgentException(
          "metasched.agent.site.slurm.node-folder: needs srun of Slurm on the agent's machine: "
              + e.getMessage());
    }
  }

  /** Returns a partition of a Slurm cluster with its commands. */
  public static SiteOpening slurm(SlurmCommands slurm, SiteSettings settings) {
    return new SlurmOpening(slurm, settings.slurm(), settings.promise());
  }

  private static String mark() {
    var bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
