package io.metasched.simulation.system.twolevel.actor

import io.metasched.resource.fixture.Draws
import io.metasched.simulation.system.cyclic.actor.ActorFixture

import scala.jdk.CollectionConverters._

import io.metasched.simulation.random.Seeds
import io.metasched.simulation.system.twolevel.TwoLevelLogs
import io.metasched.simulation.system.twolevel.model.TwoLevelReplay
import io.metasched.simulation.system.twolevel.rule.TwoLevelRules
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun
import org.scalacheck.{Gen, Shrink}
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Agreement of a single thread and actors on two levels. A failure prints the jobs and the fixture. */
final class TwoLevelDriversAgreePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(100))

  implicit private def asTheyFailed[A]: Shrink[A] = Shrink.shrinkAny

  private val fixtures = for {
    threads <- Gen.oneOf(1, 2, 8)
    throughput <- Gen.oneOf(1, 5, 100)
    late <- Gen.option(Gen.choose(0L, Long.MaxValue / 2))
    oneThread <- Gen.prob(0.2)
  } yield ActorFixture(threads, throughput, late, oneThread = oneThread)

  "Actors on two levels" should {
    "produce the rows of a single thread for any threads and any delay of messages" in
      forAll(TwoLevelLogs.any, Gen.oneOf(TwoLevelLogs.settings, TwoLevelLogs.chance), fixtures, Gen.choose(0, 99)) {
        (jobs, setting, fixture, replication) =>
          val seeds = new Seeds(7, "two-level", replication)

          val run = fixture.replay(jobs, setting, seeds)

          run shouldBe TwoLevelRun.FORMAT.titled(TwoLevelReplay.run(jobs, setting, seeds), run.title)
          TwoLevelRules.violations(run).asScala shouldBe empty
      }
  }
}
