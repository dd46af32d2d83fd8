/** Commands of a site's own Slurm, and records of the site's nodes, jobs and reservations. */
@NullMarked
package io.metasched.service.site.slurm;

import org.jspecify.annotations.NullMarked;
