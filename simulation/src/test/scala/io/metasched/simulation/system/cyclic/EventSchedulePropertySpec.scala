package io.metasched.simulation.system.cyclic
import scala.collection.mutable.ListBuffer
import scala.jdk.CollectionConverters._

import io.metasched.simulation.system.cyclic.EventSchedule.{ArriveLocally, Due, Snapshot, Submit}
import org.scalacheck.Shrink
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** What happens side by side, beside what happens one after the other. */
final class EventSchedulePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit private val asItIs: Shrink[String] = Shrink.shrinkAny // a cut scenario is no scenario

  "An event schedule" should {

    "produce the same steps in the same order, whether local arrivals go side by side or not" in {
      forAll(Scenarios.any)(text => rounds(text).flatten shouldBe oneByOne(text))
    }

    "never have two arrivals on one node side by side, and as many as it can otherwise" in {
      forAll(Scenarios.any) { text =>
        val all = rounds(text)

        for (round <- all) nodes(round) shouldBe nodes(round).distinct
        for ((round, after) <- all.zip(all.drop(1)) if nodes(round).nonEmpty)
          nodes(after.take(1)).foreach(nodes(round) should contain(_))
      }
    }
  }

  private def oneByOne(text: String): List[Due] = {
    val schedule = begun(text)
    Iterator.continually(schedule.next()).takeWhile(_.isPresent).map(due => over(schedule, due.get)).toList
  }

  /** What has begun with a local arrival goes on with those beside it. */
  private def rounds(text: String): List[List[Due]] = {
    val schedule = begun(text)
    Iterator
      .continually(schedule.next())
      .takeWhile(_.isPresent)
      .map { first =>
        val round = ListBuffer(over(schedule, first.get))
        if (nodes(round.toList).nonEmpty) {
          def beside = schedule.nextArrivalBeside(nodes(round.toList).map(Integer.valueOf).toSet.asJava)
          Iterator.continually(beside).takeWhile(_.isPresent).foreach(due => round += due.get)
        }
        round.toList
      }
      .toList
  }

  private def nodes(dues: List[Due]): List[Int] =
    dues.map(_.step).collect { case arrival: ArriveLocally => arrival.node }

  private def begun(text: String): EventSchedule = {
    val setting = Scenarios.setting(text)
    new EventSchedule(setting.instance, setting.policy)
  }

  /** Nothing comes of jobs: local arrivals do not depend on them. */
  private def over(schedule: EventSchedule, due: Due): Due = {
    due.step match {
      case submit: Submit     => schedule.submitted(submit.job.id, false)
      case snapshot: Snapshot => schedule.planned(snapshot, due.tick, false, false)
      case _                  =>
    }
    due
  }
}
