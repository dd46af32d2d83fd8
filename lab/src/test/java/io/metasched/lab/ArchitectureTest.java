package io.metasched.lab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.metasched.resource.fixture.HouseRules;

/**
 * Architecture rules of the lab, and the separation of measuring classes from product classes,
 * checked on the classes of all modules.
 */
@AnalyzeClasses(
    packages = "io.metasched",
    importOptions = {
      DoNotIncludeTests.class,
      HouseRules.DoNotIncludeTestJars.class,
      ArchitectureTest.DoNotIncludeGenerated.class
    })
final class ArchitectureTest {
  @ArchTest
  static final ArchRule noModuleKnowsTheLab =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.metasched.lab..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.metasched.lab..");

  @ArchTest
  static final ArchRule benchesAndCampaignsAreInTheLab =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.metasched.lab..")
          .should()
          .resideInAnyPackage("io.metasched..bench..", "io.metasched..campaign..");

  @ArchTest
  static final ArchRule theCheckerSharesNothingWithWhatItChecks =
      noClasses()
          .that()
          .resideInAPackage("io.metasched.lab.check..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.metasched..")
                  .and(resideOutsideOfPackages("io.metasched.lab.check..")));

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching("io.metasched.(*).(*)..").should().beFreeOfCycles();

  /** Also applies to benches; each bench is in a package named after its system. */
  @ArchTest
  static final ArchRule onlyTheListsKnowSystems =
      HouseRules.systemsAreKnownToListsOnly(
              resideInAnyPackage("io.metasched.simulation.system", "io.metasched.service..")
                  .or(simpleName("SimulationCommands"))
                  .or(simpleName("NodeCommand"))
                  .or(simpleName("Benches")))
          .because(
              "its use of the clock makes the service one of the systems, and its own rules"
                  + " check this");

  @ArchTest
  static final ArchRule onlyCommandsAndBenchesHaveOptions =
      noClasses()
          .that(resideInAPackage("io.metasched.lab.."))
          .and()
          .resideOutsideOfPackages("io.metasched.lab.cli..", "io.metasched.lab.bench..")
          .and()
          .doNotHaveSimpleName("ArchivedCommands") // runs commands
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule behaviorsAreMadeByTheirFactory =
      HouseRules.behaviorsAreMadeByTheirFactory();

  @ArchTest static final ArchRule namesSayWhatAClassIs = HouseRules.namesSayWhatAClassIs();

  @ArchTest static final ArchRule everyPackageIsDescribed = HouseRules.everyPackageIsDescribed();

  /** Import option that excludes the code that JMH generates for benchmarks. */
  static final class DoNotIncludeGenerated implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("jmh_generated");
    }
  }
}
