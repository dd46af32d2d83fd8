package io.metasched.simulation.system.twolevel.model;

import io.metasched.metascheduler.twolevel.GridChoice;
import io.metasched.metascheduler.twolevel.GridPolicies;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.simulation.random.Seeds;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;

/** Factory of the parts of a setting, each new and with its own random number generators. */
public final class TwoLevelParts {
  private TwoLevelParts() {}

  /**
   * Creates the book of a provider.
   *
   * @throws IllegalArgumentException for an unknown local scheduler
   */
  public static ProviderBook book(TwoLevelSetting setting) {
    var scheduler =
        LocalSchedulers.named(setting.localScheduler())
            .orElseThrow(
                unknown("local scheduler", setting.localScheduler(), LocalSchedulers.names()));
    return new ProviderBook(setting.processors(), scheduler, setting.slots());
  }

  /**
   * Creates the policies of the grid level.
   *
   * @throws IllegalArgumentException for an unknown policy, or if no provider is left for batch
   *     jobs
   */
  public static GridChoice choice(TwoLevelSetting setting, Seeds seeds) {
    UniformRandomProvider forBatch = seeds.generator("batch placement", 0);
    UniformRandomProvider forReservations = seeds.generator("reservation placement", 0);
    return new GridChoice(
        setting.providers(),
        GridPolicies.batch(setting.batchPlacement(), forBatch::nextLong)
            .orElseThrow(
                unknown("batch placement", setting.batchPlacement(), GridPolicies.batchNames())),
        GridPolicies.reservations(setting.reservationPlacement(), forReservations::nextLong)
            .orElseThrow(
                unknown(
                    "reservation placement",
                    setting.reservationPlacement(),
                    GridPolicies.reservationNames())),
        setting.grid());
  }

  private static Supplier<IllegalArgumentException> unknown(
      String what, String name, List<String> known) {
    return () ->
        new IllegalArgumentException(
            "the %s must be one of %s, but is %s".formatted(what, known, name));
  }
}
