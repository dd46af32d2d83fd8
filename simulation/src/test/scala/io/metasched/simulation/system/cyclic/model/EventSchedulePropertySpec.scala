package io.metasched.simulation.system.cyclic.model
import io.metasched.simulation.system.cyclic.Scenarios
import io.metasched.simulation.system.cyclic.model.EventSchedule.{ArriveLocally, Due, Snapshot, Submit}
import org.scalacheck.Shrink
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Event schedule of a clock, compared with that of the engine. */
final class EventSchedulePropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit private val asItIs: Shrink[String] = Shrink.shrinkAny // a cut scenario is invalid

  "An event schedule without local arrivals" should {

    "have all other steps in the same order, up to the same last one" in {
      forAll(Scenarios.any) { text =>
        val setting = Scenarios.setting(text)

        val whole = steps(EventSchedule.withArrivals(setting.instance, setting.policy))

        steps(new EventSchedule(setting.instance, setting.policy)) shouldBe
          whole.filterNot(_.step.isInstanceOf[ArriveLocally])
        whole.last.step should not be an[ArriveLocally]
      }
    }
  }

  /** Returns all steps of a schedule if jobs have no consequences. */
  private def steps(schedule: EventSchedule): List[Due] =
    Iterator.continually(schedule.next()).takeWhile(_.isPresent).map(due => over(schedule, due.get)).toList

  private def over(schedule: EventSchedule, due: Due): Due = {
    due.step match {
      case submit: Submit     => schedule.submitted(submit.job.id, false)
      case snapshot: Snapshot => schedule.planned(snapshot, due.tick, false, false)
      case _                  =>
    }
    due
  }
}
