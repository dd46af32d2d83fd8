package io.metasched.simulation.system.replay
import io.metasched.resource.fixture.Draws
import io.metasched.simulation.report.ReplayJob
import scala.jdk.CollectionConverters._

import io.metasched.resource.provider.LocalSchedulers
import org.scalacheck.{Gen, Shrink}
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

final class ReplayPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(400))

  implicit def asTheyFailed[A]: Shrink[A] = Shrink.shrinkAny

  private val machine = 6

  // many jobs with equal times and sizes, with loose and exact estimates
  private val bodies = for {
    gap <- Gen.frequency(2 -> Gen.const(0L), 3 -> Gen.choose(0L, 6L))
    run <- Gen.choose(1L, 12L)
    slack <- Gen.frequency(1 -> Gen.const(0L), 1 -> Gen.choose(0L, 10L))
    processors <- Gen.choose(1, machine)
  } yield (gap, run, run + slack, processors)

  private val queues = Gen.choose(1, 14).flatMap(Gen.listOfN(_, bodies)).map { bodies =>
    val submits = bodies.map(_._1).scanLeft(0L)(_ + _).tail
    bodies
      .zip(submits)
      .zipWithIndex
      .map { case (((_, run, estimate, processors), submit), i) =>
        new ReplayJob(i + 1L, submit, run, processors, estimate, -1, false)
      }
      .asJava
  }

  private val periods = Gen.oneOf(0L, 0L, 1L, 4L, 7L)

  "A replay" should {
    for (policy <- LocalSchedulers.names.asScala)
      s"start every job under $policy at the time of the rules" in forAll(queues, periods) { (jobs, period) =>
        val schedule = Replay.run(jobs, machine, LocalSchedulers.named(policy).get, period, _ => ())

        schedule.startTicks.toList shouldBe NaiveReplay.starts(jobs, machine, policy, period).asScala.toList
        ReplayRules.check(policy, jobs, schedule, period).asScala shouldBe empty
      }
  }
}
