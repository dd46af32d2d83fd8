package io.metasched.service;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.metasched.metascheduler.deployment.config.TcpSocket;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.resource.fixture.HouseRules;

/**
 * Rules of the architecture, checked on the classes of the service. The core of the service is
 * every package except the packages for actors, connections, files, processes and commands.
 */
@AnalyzeClasses(
    packages = "io.metasched",
    importOptions = {DoNotIncludeTests.class, HouseRules.DoNotIncludeTestJars.class})
final class ArchitectureTest {
  private static final String[] OUTSIDE_CORE = {
    "io.metasched.service.actor..",
    "io.metasched.service.agent..",
    "io.metasched.service.cli..",
    "io.metasched.service.client..",
    "io.metasched.service.fake..",
    "io.metasched.service.http..",
    "io.metasched.service.identity.remote..",
    "io.metasched.service.start..",
    "io.metasched.service.store.."
  };

  @ArchTest
  static final ArchRule theServiceDoesNotKnowTheSimulation =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.service..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.metasched.simulation..");

  @ArchTest
  static final ArchRule nobodyKnowsTheService =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.metasched.service..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.metasched.service..");

  @ArchTest static final ArchRule coreKnowsNoActors = HouseRules.knowNoActors(areCore());

  @ArchTest static final ArchRule coreHasNoLogger = HouseRules.haveNoLogger(areCore());

  @ArchTest static final ArchRule coreHasNoClock = HouseRules.haveNoClock(areCore());

  @ArchTest static final ArchRule coreIsReproducible = HouseRules.areReproducible(areCore());

  @ArchTest static final ArchRule coreHasADefinedOrder = HouseRules.haveADefinedOrder(areCore());

  @ArchTest static final ArchRule coreHasNoStaticState = HouseRules.haveNoStaticState(areCore());

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching("io.metasched.service.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule runsKnowNothingElse =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.service.run")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("io.metasched.resource..", "io.metasched.metascheduler..")
                  .and(not(type(Sha256.class))));

  @ArchTest
  static final ArchRule theMachinesSideKnowsRunsOnly =
      noClasses()
          .that()
          .resideInAnyPackage("io.metasched.service.agent..", "io.metasched.service.site..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.metasched..")
                  .and(
                      resideOutsideOfPackages(
                          "io.metasched.service.agent..",
                          "io.metasched.service.run..",
                          "io.metasched.service.site.."))
                  .and(not(type(Sha256.class)))
                  .and(not(type(TcpSocket.class)))) // parses a line of a kernel table
          .allowEmptyShould(true);

  /**
   * Checks that the service, which runs system {@code cyclic} by the wall clock, depends on no
   * other system.
   */
  @ArchTest
  static final ArchRule theServiceKnowsOneSystem =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.service..")
          .should()
          .dependOnClassesThat(
              describe(
                  "are of another system than cyclic",
                  type ->
                      HouseRules.systemOf(type)
                          .filter(system -> !system.equals("cyclic"))
                          .isPresent()));

  @ArchTest
  static final ArchRule onlyCommandsHaveOptions =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.metasched.service.cli..", "io.metasched.metascheduler.program..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule behaviorsAreMadeByTheirFactory =
      HouseRules.behaviorsAreMadeByTheirFactory();

  @ArchTest static final ArchRule namesSayWhatAClassIs = HouseRules.namesSayWhatAClassIs();

  @ArchTest static final ArchRule everyPackageIsDescribed = HouseRules.everyPackageIsDescribed();

  private static DescribedPredicate<JavaClass> areCore() {
    return resideInAPackage("io.metasched.service..")
        .and(resideOutsideOfPackages(OUTSIDE_CORE))
        .as("are core");
  }
}
