package io.metasched.simulation.study.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

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
 * @param published table of published values
 */
public record ExperimentInfo(
    String name,
    String summary,
    String source,
    int replications,
    double secondsEach,
    boolean timed,
    List<String> shareColumns,
    Published published) {
  private static final Config ALL =
      ConfigFactory.parseResources(
          ExperimentInfo.class.getClassLoader(),
          "experiments.conf",
          ConfigParseOptions.defaults().setAllowMissing(false));

  /**
   * Table of published values.
   *
   * @param tolerance maximum difference of a measured value, as a share of the published value
   * @param columns columns with published values
   * @param rows values of these columns, by row
   */
  public record Published(double tolerance, List<String> columns, Map<String, List<Double>> rows) {
    private static final Published NONE = new Published(0, List.of(), new TreeMap<>());

    private static Published read(Config table) {
      var rows = new TreeMap<String, List<Double>>();
      for (var row : table.getObject("rows").keySet()) {
        rows.put(row, table.getDoubleList("rows." + ConfigUtil.quoteString(row)));
      }
      return new Published(table.getDouble("tolerance"), table.getStringList("columns"), rows);
    }

    /** Returns the published value of a cell; empty if there is none. */
    public OptionalDouble value(String row, String column) {
      var values = rows.get(row);
      int at = columns.indexOf(column);
      return values == null || at < 0 ? OptionalDouble.empty() : OptionalDouble.of(values.get(at));
    }
  }

  public ExperimentInfo {
    shareColumns = List.copyOf(shareColumns);
  }

  /**
   * Creates the description of an experiment without shares and published values that measures no
   * wall time.
   */
  public ExperimentInfo(
      String name, String summary, String source, int replications, double secondsEach) {
    this(name, summary, source, replications, secondsEach, false, List.of(), Published.NONE);
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
        info.hasPath("share-columns") ? info.getStringList("share-columns") : List.of(),
        info.hasPath("published") ? Published.read(info.getConfig("published")) : Published.NONE);
  }
}
