package io.metasched.service.site.slurm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings for the programs of a site's Slurm.
 *
 * @param programs folder of {@code squeue}, {@code scontrol} and the other programs; empty for the
 *     PATH in {@code environment}
 * @param environment complete environment of the programs and of the jobs, without a locale; {@code
 *     SLURM_CONF} selects the site
 * @param patience time after which a program is killed
 * @param mostBytes highest number of bytes of an output
 */
public record SlurmSettings(
    Optional<Path> programs,
    SortedMap<String, String> environment,
    Duration patience,
    int mostBytes) {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 64 << 20;
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  public SlurmSettings {
    var all = new TreeMap<String, String>();
    all.put("PATH", PATH);
    all.putAll(environment);
    environment = Collections.unmodifiableSortedMap(all);
  }

  /**
   * Returns settings with the default limits.
   *
   * @param slurmConf configuration file of the site; empty for the default of the programs
   * @param programs folder of the programs; empty for the default PATH
   */
  public static SlurmSettings of(Optional<Path> slurmConf, Optional<Path> programs) {
    var environment = new TreeMap<String, String>();
    slurmConf.ifPresent(path -> environment.put("SLURM_CONF", path.toAbsolutePath().toString()));
    return new SlurmSettings(programs, environment, PATIENCE, MOST_BYTES);
  }

  /**
   * Returns the environment of a program whose output is parsed: times in epoch seconds, no locale.
   */
  SortedMap<String, String> readingEnvironment() {
    var all = new TreeMap<>(environment);
    all.put("LC_ALL", "C");
    all.put("SLURM_TIME_FORMAT", "%s");
    return all;
  }

  /** Returns a copy with another time limit of programs. */
  public SlurmSettings withPatience(Duration time) {
    return new SlurmSettings(programs, environment, time, mostBytes);
  }
}
