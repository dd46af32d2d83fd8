package io.metasched.simulation.system;

import io.metasched.simulation.driver.MeasuredSystem;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.system.broker.BrokerTranslation;
import io.metasched.simulation.system.cyclic.CyclicTranslation;
import io.metasched.simulation.system.rectangles.RectanglesTranslation;
import io.metasched.simulation.system.replay.ReplayTranslation;
import io.metasched.simulation.system.twolevel.TwoLevelTranslation;
import io.metasched.simulation.system.whatif.WhatIfTranslation;
import io.metasched.simulation.translation.Translation;
import java.util.List;

/**
 * Registry of the translations of the common jobs into each system: first the baselines, then the
 * others in the order of the papers.
 */
public final class Translations {
  public static final List<Translation<?>> ALL =
      List.of(
          ReplayTranslation.queue(),
          ReplayTranslation.clairvoyant(),
          CyclicTranslation.hourly(),
          CyclicTranslation.frequent(),
          new TwoLevelTranslation(),
          new WhatIfTranslation(),
          new RectanglesTranslation(),
          new BrokerTranslation());

  private Translations() {}

  /** Returns all translations, each with the factory of its system's actors. */
  static List<MeasuredSystem<?>> measured() {
    return ALL.stream().<MeasuredSystem<?>>map(Translations::measured).toList();
  }

  @SuppressWarnings("unchecked") // the entry of a kind has the system of that kind
  private static <R extends RunTables> MeasuredSystem<R> measured(Translation<R> translation) {
    var entry = (SystemEntry<R>) Systems.named(translation.system().kind()).orElseThrow();
    return new MeasuredSystem<>(translation, entry.actors());
  }
}
