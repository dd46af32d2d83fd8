package io.metasched.simulation.study.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.List;

/**
 * Description of an experiment.
 *
 * @param name name typed by the user
 * @param summary one sentence on its subject
 * @param source paper, section, table or figure
 * @param replications default number of replications
 * @param secondsEach approximate duration of one replication on one core, in seconds
 * @param timed whether it measures wall time and therefore runs alone on one thread
 * @param shareColumns last words of the columns whose values are shares, from 0 to 1
 */
public record ExperimentInfo(
    String name,
    String summary,
    String source,
    int replications,
    double secondsEach,
    boolean timed,
    List<String> shareColumns) {
  private static final Config ALL =
      ConfigFactory.parseResources(
          ExperimentInfo.class.getClassLoader(),
          "experiments.conf",
          ConfigParseOptions.defaults().setAllowMissing(false));

  public ExperimentInfo {
    shareColumns = List.copyOf(shareColumns);
  }

  /** Creates the description of an experiment without shares that measures no wall time. */
  public ExperimentInfo(
      String name, String summary, String source, int replications, double secondsEach) {
    this(name, summary, source, replications, secondsEach, false, List.of());
  }

  /** Returns the description of a built-in experiment, from experiments.conf. */
  public static ExperimentInfo named(String name) {
    var info = ALL.getConfig(name);
    return new ExperimentInfo(
        name,
        info.getString("summary"),
        info.getString("source"),
        info.getInt("replications"),
        info.getDouble("seconds"),
        info.hasPath("timed") && info.getBoolean("timed"),
        info.hasPath("share-columns") ? info.getStringList("share-columns") : List.of());
  }
}
