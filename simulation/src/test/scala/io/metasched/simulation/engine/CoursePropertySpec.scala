package io.metasched.simulation.engine

import scala.collection.mutable.ListBuffer
import scala.jdk.CollectionConverters._

import io.metasched.simulation.engine.Course.{ArriveLocally, Due, Snapshot, Submit}
import org.scalacheck.Shrink
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** What happens side by side, beside what happens one after the other. */
final class CoursePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit private val asItIs: Shrink[String] = Shrink.shrinkAny // a cut scenario is no scenario

  "A course" should {

    "bring out the same steps in the same order, whether local arrivals go side by side or not" in {
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
    val course = begun(text)
    Iterator.continually(course.next()).takeWhile(_.isPresent).map(due => over(course, due.get)).toList
  }

  /** What has begun with a local arrival goes on with those beside it. */
  private def rounds(text: String): List[List[Due]] = {
    val course = begun(text)
    Iterator
      .continually(course.next())
      .takeWhile(_.isPresent)
      .map { first =>
        val round = ListBuffer(over(course, first.get))
        if (nodes(round.toList).nonEmpty) {
          def beside = course.nextArrivalBeside(nodes(round.toList).map(Integer.valueOf).toSet.asJava)
          Iterator.continually(beside).takeWhile(_.isPresent).foreach(due => round += due.get)
        }
        round.toList
      }
      .toList
  }

  private def nodes(dues: List[Due]): List[Int] =
    dues.map(_.step).collect { case arrival: ArriveLocally => arrival.node }

  private def begun(text: String): Course = {
    val setting = Scenarios.setting(text)
    new Course(setting.world, setting.policy)
  }

  /** Nothing comes of jobs: local arrivals do not depend on them. */
  private def over(course: Course, due: Due): Due = {
    due.step match {
      case submit: Submit     => course.submitted(submit.job.id, false)
      case snapshot: Snapshot => course.planned(snapshot, due.tick, false, false)
      case _                  =>
    }
    due
  }
}
