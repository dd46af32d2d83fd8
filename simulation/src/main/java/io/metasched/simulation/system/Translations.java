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

/** How each system takes the common jobs: the yardsticks first, then in the order of the papers. */
public final class Translations {
  /** All of them. */
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

  /** All of them with what makes the actors of their systems. */
  static List<MeasuredSystem<?>> measured() {
    return ALL.stream().<MeasuredSystem<?>>map(Translations::measured).toList();
  }

  @SuppressWarnings("unchecked") // the entry of a kind has the system of that kind
  private static <R extends RunTables> MeasuredSystem<R> measured(Translation<R> translation) {
    var entry = (SystemEntry<R>) Systems.named(translation.system().kind()).orElseThrow();
    return new MeasuredSystem<>(translation, entry.actors());
  }
}
