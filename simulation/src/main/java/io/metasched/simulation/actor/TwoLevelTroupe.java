package io.metasched.simulation.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.actor.GridScheduler;
import io.metasched.resource.actor.Provider;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.twolevel.TwoLevelParts;
import io.metasched.simulation.twolevel.TwoLevelSetting;
import java.util.List;

/**
 * The actors of two levels before they come to life, each of them in any JVM that has the same
 * setting and seeds.
 */
public record TwoLevelTroupe(TwoLevelSetting setting, Seeds seeds, ActorSettings settings) {

  /** The provider of that number. */
  public Behavior<Provider.Command> provider(int number) {
    return Provider.create(
        number, () -> TwoLevelParts.book(setting), settings.domain().rememberedAnswers());
  }

  /** The grid scheduler over these providers, which are in the order of their numbers. */
  public Behavior<GridScheduler.Command> grid(List<ActorRef<Provider.Command>> providers) {
    return GridScheduler.create(
        providers,
        () -> TwoLevelParts.choice(setting, seeds),
        setting.grid(),
        settings.metascheduler().rememberedAnswers());
  }
}
