package io.metasched.simulation;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.metasched.resource.fixture.HouseRules;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Rules of the source tree and of the house style, checked against the classes of all modules. The
 * core is every package other than {@code actor}, {@code deployment}, {@code driver} and {@code
 * cli}.
 */
@AnalyzeClasses(
    packages = "io.metasched",
    importOptions = {DoNotIncludeTests.class, HouseRules.DoNotIncludeTestJars.class})
final class ArchitectureTest {
  private static final String[] OUTSIDE_CORE = {
    "io.metasched..actor..",
    "io.metasched..cluster..",
    "io.metasched..cli..",
    "io.metasched.metascheduler.broker.live..",
    "io.metasched.metascheduler.deployment..",
    "io.metasched.metascheduler.program..",
    "io.metasched.simulation.driver.."
  };

  @ArchTest static final ArchRule coreKnowsNoActors = HouseRules.knowNoActors(areCore());

  @ArchTest static final ArchRule coreHasNoLogger = HouseRules.haveNoLogger(areCore());

  @ArchTest static final ArchRule coreHasNoClock = HouseRules.haveNoClock(areCore());

  @ArchTest static final ArchRule coreIsReproducible = HouseRules.areReproducible(areCore());

  @ArchTest static final ArchRule coreHasADefinedOrder = HouseRules.haveADefinedOrder(areCore());

  @ArchTest static final ArchRule coreHasNoStaticState = HouseRules.haveNoStaticState(areCore());

  @ArchTest
  static final ArchRule resourcesKnowNeitherMetaschedulerNorSimulation =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.resource..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.metasched.metascheduler..",
              "io.metasched.simulation..",
              "io.metasched.service..");

  @ArchTest
  static final ArchRule theMetaschedulerDoesNotKnowTheSimulation =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.metascheduler..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.metasched.simulation..", "io.metasched.service..");

  @ArchTest
  static final ArchRule theSimulationDoesNotKnowTheService =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.simulation..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.metasched.service..");

  /** Excludes faults, scenarios, model time and the measurement of a run. */
  @ArchTest
  static final ArchRule deploymentKnowsOnlyWhatItDeploys =
      classes()
          .that()
          .resideInAPackage("io.metasched.metascheduler.deployment..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.net.ssl..",
              "com.sun.management..",
              "scala..",
              "akka..",
              "com.typesafe.config..",
              "org.h2..",
              "slick..",
              "org.slf4j..",
              "com.fasterxml.jackson..",
              "org.jspecify..",
              "io.metasched.resource.actor..",
              "io.metasched.resource.owner..",
              "io.metasched.resource.config..",
              "io.metasched.resource.model..",
              "io.metasched.metascheduler.actor..",
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
          .doNotHaveSimpleName("Sentences") // the published sentences are data, not settings
          .and()
          .doNotHaveSimpleName("PauseAwareFailureDetector") // Akka passes its own section
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.typesafe.config..");

  /** Also holds for systems of other modules and between systems. */
  @ArchTest
  static final ArchRule onlyTheListsKnowSystems =
      HouseRules.systemsAreKnownToListsOnly(
              resideInAPackage("io.metasched.simulation.system")
                  .or(simpleName("SimulationCommands"))
                  .or(simpleName("NodeCommand")))
          .because(
              "lists of systems and experiments are in the package system itself; the commands are"
                  + " listed in SimulationCommands, and NodeCommand starts all roles of a JVM,"
                  + " including agents");

  @ArchTest
  static void noSimpleNameIsThereTwice(JavaClasses classes) throws IOException {
    assertThat(HouseRules.simpleNamesInSeveralPlaces(Path.of("").toAbsolutePath().getParent()))
        .isEmpty();
  }

  @ArchTest
  static final ArchRule onlyCommandsHaveOptions =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.metasched.metascheduler.program..",
              "io.metasched.simulation..cli..",
              "io.metasched.simulation.options..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule behaviorsAreMadeByTheirFactory =
      HouseRules.behaviorsAreMadeByTheirFactory();

  @ArchTest static final ArchRule namesSayWhatAClassIs = HouseRules.namesSayWhatAClassIs();

  @ArchTest static final ArchRule everyPackageIsDescribed = HouseRules.everyPackageIsDescribed();

  private static DescribedPredicate<JavaClass> areCore() {
    return resideOutsideOfPackages(OUTSIDE_CORE).as("are core");
  }
}
