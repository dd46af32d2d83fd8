package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import java.util.Arrays;

/** Options for jobs of the Lublin-Feitelson model, from the section {@code jobs} of a scenario. */
public final class LublinOptions {
  /** Value of {@code jobs.source} for these jobs. */
  public static final String SOURCE = "lublin";

  private static final int MOST_JOBS = 200_000;

  private LublinOptions() {}

  /**
   * Checks the keys of these options regardless of the source of the jobs, so that every wrong
   * value is detected.
   */
  public static void check(Values values) {
    var unusedSetting = setting(values);
    int unusedCount = count(values);
  }

  private static LublinSetting setting(Values values) {
    var settings = Arrays.asList(LublinSetting.values());
    var word = values.word("jobs.lublin", settings.stream().map(LublinSetting::words).toList());
    return settings.stream().filter(each -> each.words().equals(word)).findFirst().orElseThrow();
  }

  public static int count(Values values) {
    return values.wholeInt("jobs.count", 1, MOST_JOBS);
  }

  /**
   * Returns the jobs for a machine.
   *
   * @param key key of the machine's size
   * @throws UsageException if the machine is too small
   */
  public static LublinWorkload workload(Values values, String key, int processors) {
    var setting = setting(values);
    if (processors < setting.leastProcessors()) {
      throw values.wrong(
          key,
          "at least %d if jobs.source is lublin and jobs.lublin is %s"
              .formatted(setting.leastProcessors(), setting.words()));
    }
    return new LublinWorkload(count(values), setting.laws(processors));
  }
}
