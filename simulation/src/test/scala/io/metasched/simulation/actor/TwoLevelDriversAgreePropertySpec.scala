package io.metasched.simulation.actor

import scala.jdk.CollectionConverters._

import io.metasched.simulation.random.Seeds
import io.metasched.simulation.twolevel.{TwoLevelCheck, TwoLevelLogs, TwoLevelReplay}
import org.scalacheck.{Gen, Shrink}
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** The same jobs on two levels on one thread and through actors. A failure prints the jobs and the stage. */
final class TwoLevelDriversAgreePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 100)

  implicit private def asTheyFailed[A]: Shrink[A] = Shrink.shrinkAny

  private val stages = for {
    threads <- Gen.oneOf(1, 2, 8)
    throughput <- Gen.oneOf(1, 5, 100)
    late <- Gen.option(Gen.choose(0L, Long.MaxValue / 2))
    oneThread <- Gen.prob(0.2)
  } yield Stage(threads, throughput, late, oneThread = oneThread)

  "Actors on two levels" should {
    "bring out what one thread brings out, whatever their threads and however late their messages" in
      forAll(TwoLevelLogs.any, Gen.oneOf(TwoLevelLogs.settings, TwoLevelLogs.chance), stages, Gen.choose(0, 99)) {
        (jobs, setting, stage, replication) =>
          val seeds = new Seeds(7, "two-level", replication)

          val outcome = stage.replay(jobs, setting, seeds)

          outcome shouldBe TwoLevelReplay.run(jobs, setting, seeds)
          TwoLevelCheck.check(outcome).asScala shouldBe empty
      }
  }
}
