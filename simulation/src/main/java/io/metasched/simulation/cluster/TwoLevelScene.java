package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.resource.actor.Provider;
import io.metasched.simulation.actor.ActorSettings;
import io.metasched.simulation.actor.TwoLevelKeeper;
import io.metasched.simulation.actor.TwoLevelTroupe;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.TwoLevelScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The scene of two levels: providers and the grid scheduler. The jobs are the keeper's alone. */
final class TwoLevelScene implements Scene {
  private final String fingerprint;
  private final List<TwoLevelTroupe> troupes = new ArrayList<>();

  TwoLevelScene(TwoLevelScenario scenario, Script script, ActorSettings settings) {
    fingerprint = script.digest();
    var seeds = new Seeds(scenario.seed(), scenario.name(), 0);
    for (var policy : scenario.policies()) {
      troupes.add(new TwoLevelTroupe(policy.setting(), seeds, settings));
    }
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public List<Integer> owners(int policy) {
    return IntStream.range(0, troupes.get(policy).setting().providers()).boxed().toList();
  }

  @Override
  public boolean comesBack() {
    return false;
  }

  @Override
  public Behavior<?> owner(PlayId play, int number) {
    return troupes.get(play.policy()).provider(number);
  }

  @Override
  public List<Integer> schedulers(int policy) {
    return List.of(0);
  }

  @Override
  public Behavior<?> scheduler(PlayId play, int number, Reach owners) {
    var providers = new TreeMap<Integer, ActorRef<Object>>();
    owners(play.policy()).forEach(owner -> providers.put(owner, owners.lines().apply(owner)));
    return troupes.get(play.policy()).grid(providers(providers));
  }

  private static List<ActorRef<Provider.Command>> providers(
      SortedMap<Integer, ActorRef<Object>> owners) {
    var providers = new ArrayList<ActorRef<Provider.Command>>();
    owners.values().forEach(owner -> providers.add(owner.narrow()));
    return providers;
  }

  @Override
  public List<Integer> users(int policy) {
    return List.of();
  }

  @Override
  public Behavior<?> user(
      PlayId play, int number, SortedMap<Integer, ActorRef<Object>> schedulers) {
    throw new IllegalArgumentException("two levels have no user " + number);
  }

  /**
   * The number of a policy.
   *
   * @throws IllegalStateException when the scenario has none of that setting
   */
  int policy(TwoLevelTroupe troupe) {
    int number = troupes.indexOf(troupe);
    if (number < 0) {
      throw new IllegalStateException("the JVMs have not learnt " + troupe.setting());
    }
    return number;
  }

  /** All of them together, once they are alive. */
  static TwoLevelKeeper.Cast cast(Casting.Found found) {
    var grid = Objects.requireNonNull(found.schedulers().get(0));
    return new TwoLevelKeeper.Cast(providers(found.owners()), grid.narrow());
  }
}
