package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RowSource;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rule.ViolationCollector;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.workload.trace.SwfReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cyclic system, used only through the interfaces of the kernel. */
final class CyclicSystemTest {
  private static final CyclicSystem SYSTEM = new CyclicSystem();

  @TempDir private Path folder;

  private static Instance<CyclicRun> instance(String... settings) {
    var text = Systems.SCENARIOS.defaults().with("time.cycles=3", "--set");
    for (var setting : settings) {
      text = text.with(setting, "--set");
    }
    var inputs = new Inputs(Policies.builtIn(), Path::of, SwfReader::read);
    return SYSTEM.read(text, inputs).apply(new Seeds(1, text.name(), 0));
  }

  private static CyclicRun run(String policy, String... settings) {
    return EngineLoop.run(instance(settings).begin(policy, Progress.NONE), "1.0");
  }

  @Test
  void aRunIsSoundAndIsAssembledFromItsTables() throws IOException {
    var run = CyclicRun.FORMAT.titled(run("css", "vo.count=2"), run("css").title().took(12.5));
    for (var table : SYSTEM.tables()) {
      write(table, run);
    }

    var read =
        SYSTEM.assemble(
            new RowSource() {
              @Override
              public <T> List<T> rows(TableFormat<T> format) {
                return format.read(folder);
              }
            });

    assertThat(read).isEqualTo(run);
    assertThat(SYSTEM.placementsDigest(read)).isEqualTo(SYSTEM.placementsDigest(run)).hasSize(64);
    var found = new ViolationCollector(10);
    SYSTEM.rules().forEach(rule -> rule.body().check(read, found.of(rule.name())));
    assertThat(found.all()).isEmpty();
    assertThat(Files.readAllLines(folder.resolve(RunTitle.FILE)))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("cyclic,default,css,engine,1,1.0,12.5,true,1,300,600,3,2,5,7000,false,");
  }

  private <T> void write(Table<CyclicRun, T> table, CyclicRun run) throws IOException {
    table.format().write(table.rows().apply(run), folder, new TreeMap<>());
  }

  @Test
  void anInstanceHasItsPoliciesAndNoOthers() {
    var instance = instance();

    assertThat(instance.name()).isEqualTo("default");
    assertThat(instance.policies()).containsExactly("css", "batch-slicer", "bsf", "backfilling");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> instance.begin("fcfs", Progress.NONE))
        .withMessage("no policy fcfs");
  }

  @Test
  void aRunHasNoTablesBeforeItIsOver() {
    var model = instance().begin("css", Progress.NONE);

    assertThatIllegalStateException().isThrownBy(() -> model.tables("engine", "1.0"));
  }

  @Test
  void otherSeedsGiveAnotherInstance() {
    assertThat(instance().seeds()).isEqualTo(new Seeds(1, "default", 0));
    var text = Systems.SCENARIOS.defaults().with("time.cycles=3", "--set");
    var bySeeds = SYSTEM.read(text, new Inputs(Policies.builtIn(), Path::of, SwfReader::read));
    var other = bySeeds.apply(new Seeds(1, "default", 1));
    var run = EngineLoop.run(other.begin("css", Progress.NONE), "1.0");

    assertThat(SYSTEM.placementsDigest(run)).isNotEqualTo(SYSTEM.placementsDigest(run("css")));
  }

  @Test
  void eachJobIsExplainedAndAnUnknownOneIsNot() {
    var run = run("css", "vo.count=2");

    for (var row : run.jobs()) {
      var id = row.job().id().toString();
      assertThat(SYSTEM.explainer().explain(run, id))
          .hasSizeGreaterThan(2)
          .first()
          .asString()
          .startsWith("css: job " + id + " of user " + row.job().user());
    }
    assertThat(SYSTEM.explainer().explain(run, "0")).isEmpty();
    assertThat(SYSTEM.explainer().explain(run, "x")).isEmpty();
  }

  @Test
  void comparedJobsComeInTheOrderOfTheFilesWithTheirMeasures() {
    var run = run("css", "vo.count=2");
    var compared = SYSTEM.compared();

    var jobs = compared.jobs().apply(run);
    assertThat(jobs.keySet())
        .containsExactlyElementsOf(
            run.jobs().stream().map(row -> row.job().id().toString()).toList());
    var other = compared.jobs().apply(run("fcfs", "vo.count=2", "policies=[fcfs]"));
    jobs.forEach(
        (id, job) -> {
          for (var trait : compared.request()) {
            assertThat(trait.text().apply(job)).isEqualTo(trait.text().apply(other.get(id)));
          }
          boolean finished = compared.outcome().apply(job).equals("finished");
          for (var measure : compared.measures()) {
            assertThat(Double.isNaN(measure.value().applyAsDouble(job)))
                .as("%s of %s", measure.key(), id)
                .isEqualTo(!finished);
          }
        });
  }
}
