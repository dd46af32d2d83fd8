package io.metasched.metascheduler.model;

/**
 * Reason of a refusal with the two numbers that contradict each other.
 *
 * <table>
 * <caption>Meaning of the numbers</caption>
 * <tr><th>reason</th><th>needed</th><th>available</th></tr>
 * <tr><td>not enough nodes</td><td>nodes requested</td><td>nodes in the environment</td></tr>
 * <tr><td>requirements</td><td>nodes requested</td><td>nodes that meet the requirements</td></tr>
 * <tr><td>price limit</td><td>least limit with enough nodes</td><td>limit of the job</td></tr>
 * <tr><td>below any price</td><td>least cost</td><td>cost limit of the job</td></tr>
 * <tr><td>budget</td><td>cost of the window</td><td>money of the account</td></tr>
 * <tr><td>no window</td><td>cycles until the refusal</td><td>cycles without a window</td></tr>
 * <tr><td>deadline</td><td>ticks of the longest part</td><td>ticks up to the deadline</td></tr>
 * <tr><td>preceding</td><td>preceding jobs that never ran</td><td>0</td></tr>
 * <tr><td>workflow</td><td>jobs of its workflow</td><td>those that are not refused</td></tr>
 * </table>
 *
 * @param needed amount that the job needs; money and prices in 1/1000
 * @param available available amount; time that has passed is negative
 */
public record JobRefusal(RefusalReason reason, long needed, long available) {}
