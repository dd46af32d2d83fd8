package io.metasched.simulation;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/**
 * What the tree and the house rules promise, held against the classes of all modules. The core is
 * every package that is no {@code actor}, {@code deployment}, {@code driver}, {@code cli} or {@code
 * bench}.
 */
@AnalyzeClasses(
    packages = "io.metasched",
    importOptions = {DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeTestJars.class})
final class ArchitectureTest {
  private static final String[] OUTSIDE_CORE = {
    "io.metasched..actor..",
    "io.metasched..cluster..",
    "io.metasched..cli..",
    "io.metasched..bench..",
    "io.metasched.metascheduler.deployment..",
    "io.metasched.simulation.driver.."
  };

  private static final List<Class<?>> HASHED =
      List.of(
          HashMap.class,
          HashSet.class,
          Hashtable.class,
          IdentityHashMap.class,
          WeakHashMap.class,
          ConcurrentHashMap.class);

  @ArchTest
  static final ArchRule coreKnowsNoActors =
      noClasses()
          .that(areCore())
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("akka..", "scala..");

  @ArchTest
  static final ArchRule coreHasNoLogger =
      noClasses()
          .that(areCore())
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.slf4j..", "ch.qos.logback..", "java.util.logging..");

  @ArchTest
  static final ArchRule coreHasNoClock =
      noClasses()
          .that(areCore())
          .should(call("the clock of the JVM", ArchitectureTest::readsTheClock))
          .because("model time is a tick, and wall time comes in as a LongSupplier");

  @ArchTest
  static final ArchRule coreIsReproducible =
      noClasses()
          .that(areCore())
          .should(call("chance without a seed", ArchitectureTest::isUnseeded))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(ThreadLocalRandom.class, SecureRandom.class)
          .because("randomness is a seeded RandomGenerator argument");

  @ArchTest
  static final ArchRule coreHasADefinedOrder =
      noClasses()
          .that(areCore())
          .should(call("collections without an order", ArchitectureTest::hasNoOrder))
          .because(
              "the order of hashes differs from run to run: use lists, TreeMap, LinkedHashMap");

  @ArchTest
  static final ArchRule coreHasNoStaticState =
      fields()
          .that()
          .areStatic()
          .and()
          .areDeclaredInClassesThat(areCore())
          .should()
          .beFinal()
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule resourcesKnowNeitherMetaschedulerNorSimulation =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.resource..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.metasched.metascheduler..", "io.metasched.simulation..");

  @ArchTest
  static final ArchRule theMetaschedulerDoesNotKnowTheSimulation =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.metascheduler..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.metasched.simulation..");

  /** Neither faults nor a scenario, model time or the measurement of a run. */
  @ArchTest
  static final ArchRule deploymentKnowsOnlyWhatItDeploys =
      classes()
          .that()
          .resideInAPackage("io.metasched.metascheduler.deployment..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "com.sun.management..",
              "scala..",
              "akka..",
              "com.typesafe.config..",
              "org.h2..",
              "org.slf4j..",
              "com.fasterxml.jackson..",
              "org.jspecify..",
              "io.metasched.resource.actor..",
              "io.metasched.resource.agent..",
              "io.metasched.resource.owner..",
              "io.metasched.resource.config..",
              "io.metasched.resource.model..",
              "io.metasched.metascheduler.actor..",
              "io.metasched.metascheduler.broker..",
              "io.metasched.metascheduler.config..",
              "io.metasched.metascheduler.deployment..");

  @ArchTest
  static final ArchRule packagesOfADeploymentFormNoCycles =
      slices()
          .matching("io.metasched.metascheduler.(**)")
          .that(
              describe(
                  "are packages of a deployment",
                  slice -> slice.getNamePart(1).startsWith("deployment")))
          .should()
          .beFreeOfCycles();

  @ArchTest
  static final ArchRule modelsKnowOnlyModels =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.*.model..")
          .should()
          .dependOnClassesThat(
              describe(
                  "are ours and no models",
                  type ->
                      type.getPackageName().startsWith("io.metasched.")
                          && !type.getPackageName()
                              .matches("io\\.metasched\\.\\w+\\.model(\\..*)?")));

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching("io.metasched.(*).(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule configurationIsReadInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.metasched..config..", "io.metasched.simulation.scenario..")
          .and()
          .doNotHaveSimpleName("ScenarioReader") // sections of policies have keys of their own
          .and()
          .doNotHaveSimpleName("PauseAwareFailureDetector") // the libraries make it from theirs
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.typesafe.config..");

  @ArchTest
  static final ArchRule onlyTheListsKnowSystems =
      classes()
          .that()
          .resideInAPackage("io.metasched.simulation.system.*..")
          .should()
          .onlyHaveDependentClassesThat()
          .resideInAPackage("io.metasched.simulation.system..")
          .because("lists of systems, experiments and benches are in the package system itself");

  @ArchTest
  static final ArchRule systemsDoNotKnowEachOther =
      slices().matching("io.metasched.simulation.system.(*)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule onlyCommandsAndBenchesHaveOptions =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.metasched.simulation.cli..",
              "io.metasched.simulation.options..",
              "io.metasched.simulation..bench..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule behaviorsAreMadeByTheirFactory =
      classes()
          .that()
          .areAssignableTo("akka.actor.typed.javadsl.AbstractBehavior")
          .should()
          .haveOnlyPrivateConstructors()
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule namesSayWhatAClassIs =
      noClasses()
          .should()
          .haveNameMatching(".*(Manager|Helper|Util|Utils|Impl|Data|Actor)")
          .because("the package says that it is an actor, and the rest says nothing");

  @ArchTest
  static final ArchRule everyPackageIsDescribed = classes().should(resideInADescribedPackage());

  private static DescribedPredicate<JavaClass> areCore() {
    return resideOutsideOfPackages(OUTSIDE_CORE).as("are core");
  }

  /** Method references count as calls. */
  private static ArchCondition<JavaClass> call(
      String what, Predicate<CodeUnitAccessTarget> forbidden) {
    return new ArchCondition<>("call " + what) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
          if (access.getTarget() instanceof CodeUnitAccessTarget target && forbidden.test(target)) {
            events.add(SimpleConditionEvent.satisfied(access, access.getDescription()));
          }
        }
      }
    };
  }

  private static boolean readsTheClock(CodeUnitAccessTarget target) {
    var owner = target.getOwner();
    return switch (target.getName()) {
      case "currentTimeMillis", "nanoTime" -> owner.isEquivalentTo(System.class);
      case "now" -> owner.getPackageName().startsWith("java.time");
      case "getInstance" -> owner.isEquivalentTo(Calendar.class);
      case "<init>" -> owner.isEquivalentTo(Date.class) && takes(target, 0);
      default -> owner.isEquivalentTo(Clock.class) && target.getName().matches("(system|tick).*");
    };
  }

  private static boolean isUnseeded(CodeUnitAccessTarget target) {
    var owner = target.getOwner();
    return switch (target.getName()) {
      case "random" -> owner.isEquivalentTo(Math.class) || owner.isEquivalentTo(StrictMath.class);
      case "randomUUID" -> owner.isEquivalentTo(UUID.class);
      case "identityHashCode" -> owner.isEquivalentTo(System.class);
      case "shuffle" -> owner.isEquivalentTo(Collections.class) && takes(target, 1);
      case "of", "getDefault" -> owner.isEquivalentTo(RandomGenerator.class);
      case "create" ->
          takes(target, 0)
              && (owner.isEquivalentTo(RandomGeneratorFactory.class)
                  || owner.getPackageName().startsWith("org.apache.commons.rng"));
      case "<init>" ->
          takes(target, 0)
              && (owner.isEquivalentTo(Random.class)
                  || owner.isEquivalentTo(SplittableRandom.class));
      default -> false;
    };
  }

  private static boolean hasNoOrder(CodeUnitAccessTarget target) {
    var owner = target.getOwner();
    return switch (target.getName()) {
      case "<init>" -> HASHED.stream().anyMatch(owner::isEquivalentTo);
      case "newKeySet" -> owner.isEquivalentTo(ConcurrentHashMap.class);
      case "of", "copyOf", "ofEntries" ->
          owner.isEquivalentTo(Set.class) || owner.isEquivalentTo(Map.class);
      case "toSet",
          "toUnmodifiableSet",
          "toUnmodifiableMap",
          "groupingByConcurrent",
          "toConcurrentMap" ->
          owner.isEquivalentTo(Collectors.class);
      // those that are given the map to fill
      case "groupingBy" -> owner.isEquivalentTo(Collectors.class) && !takes(target, 3);
      case "toMap" -> owner.isEquivalentTo(Collectors.class) && !takes(target, 4);
      default -> false;
    };
  }

  private static boolean takes(CodeUnitAccessTarget target, int parameters) {
    return target.getRawParameterTypes().size() == parameters;
  }

  private static ArchCondition<JavaClass> resideInADescribedPackage() {
    return new ArchCondition<>("reside in a package with a null-marked package-info") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean described =
            type.getPackage()
                .tryGetPackageInfo()
                .filter(info -> info.isAnnotatedWith(NullMarked.class))
                .isPresent();
        var message = "%s: %s".formatted(type.getPackageName(), type.getName());
        events.add(new SimpleConditionEvent(type, described, message));
      }
    };
  }

  /** Leaves out the fixtures, which reach this module in jars of their own. */
  static final class DoNotIncludeTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }
}
