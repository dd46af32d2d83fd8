package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import java.util.Arrays;

/** Jobs of the Lublin-Feitelson model, as the section {@code jobs} of a scenario names them. */
public final class LublinOptions {
  /** The word of {@code jobs.source} for them. */
  public static final String SOURCE = "lublin";

  private static final int MOST_JOBS = 200_000;

  private LublinOptions() {}

  /** Reads its keys wherever the jobs come from, so that no wrong value goes unnoticed. */
  public static void check(Values values) {
    var unusedSetting = setting(values);
    int unusedCount = count(values);
  }

  private static LublinSetting setting(Values values) {
    var settings = Arrays.asList(LublinSetting.values());
    var word = values.word("jobs.lublin", settings.stream().map(LublinSetting::words).toList());
    return settings.stream().filter(each -> each.words().equals(word)).findFirst().orElseThrow();
  }

  /** How many jobs. */
  public static int count(Values values) {
    return values.wholeInt("jobs.count", 1, MOST_JOBS);
  }

  /**
   * The jobs for a machine.
   *
   * @param key of its size
   * @throws UsageException where it is too small
   */
  public static LublinWorkload workload(Values values, String key, int processors) {
    var setting = setting(values);
    if (processors < setting.leastProcessors()) {
      throw values.wrong(
          key,
          "at least %d, where jobs.source is lublin and jobs.lublin is %s"
              .formatted(setting.leastProcessors(), setting.words()));
    }
    return new LublinWorkload(count(values), setting.laws(processors));
  }
}
