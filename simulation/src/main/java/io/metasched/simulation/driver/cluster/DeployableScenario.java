package io.metasched.simulation.driver.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.deployment.ActorGroup;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.metascheduler.deployment.journal.JournalFactory;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.scenario.UsageException;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Scenario that a JVM has loaded: the actors of its runs, in three groups, each of which needs the
 * previous one. Immutable, so that all actors of the JVM may read it.
 */
final class DeployableScenario {
  private final List<String> policies;
  private final List<ActorBlueprint<?>> blueprints;
  private final JournalFactory journals;
  private final String fingerprint;

  DeployableScenario(LoadedScenario loaded, ClusterRunSpec spec, JournalFactory journals) {
    policies = loaded.policies();
    blueprints = loaded.blueprints();
    this.journals = journals;
    fingerprint = Sha256.of(Stream.of(spec.digest(), blueprints.get(0).fingerprint()));
  }

  /**
   * Returns a fingerprint of the data from which the actors are created; equal in all JVMs of a
   * run.
   */
  String fingerprint() {
    return fingerprint;
  }

  /**
   * Returns the number of a policy.
   *
   * @throws UsageException if the scenario has no policy of that name
   */
  int policy(String name) {
    int number = policies.indexOf(name);
    if (number < 0) {
      throw new UsageException("the JVMs have not loaded policy " + name);
    }
    return number;
  }

  /** Returns the name of the owners. */
  String ownersName() {
    return blueprints.get(0).ownersName();
  }

  /** Returns whether the actors recover in another JVM when their JVM terminates. */
  boolean recovers() {
    return journals.isKept();
  }

  /** Returns the owners and schedulers of a policy run. */
  ActorGroup group(PolicyRunId policyRun) {
    return new ActorGroup() {
      @Override
      public boolean recovers() {
        return DeployableScenario.this.recovers();
      }

      @Override
      public Behavior<?> owner(int number) {
        var journal = journals.of("owner-%s-%d".formatted(policyRun, number));
        return blueprint(policyRun).owner(number, journal);
      }

      @Override
      public Behavior<?> scheduler(int number, OwnerActors owners) {
        var journal = journals.of("scheduler-%s-%d".formatted(policyRun, number));
        return blueprint(policyRun).scheduler(number, owners, journal);
      }
    };
  }

  /** Returns the numbers of the owners: domains or providers. */
  List<Integer> owners(int policy) {
    return blueprints.get(policy).owners();
  }

  /** Returns the numbers of the schedulers, from 0: metaschedulers, or the grid scheduler. */
  List<Integer> schedulers(int policy) {
    return blueprints.get(policy).schedulers();
  }

  /** Returns the numbers of the users; a system may have none. */
  List<Integer> users(int policy) {
    return blueprints.get(policy).users();
  }

  /** Creates a user, which belongs to one of the given schedulers. */
  Behavior<?> user(
      PolicyRunId policyRun, int number, SortedMap<Integer, ActorRef<Object>> schedulers) {
    return blueprint(policyRun).user(number, schedulers, recovers());
  }

  private ActorBlueprint<?> blueprint(PolicyRunId policyRun) {
    return blueprints.get(policyRun.policy());
  }
}
